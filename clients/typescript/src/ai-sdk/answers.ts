import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";

/** The text of an answer, without reasoning and tool calls. */
export function said(content: LanguageModelV4Content[]): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The same stream. When it ends, fails or is cancelled, `keep` gets the text so far, once. */
export function overheard(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  keep: (answer: string) => Promise<void>,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  const texts = new Map<string, string>();
  const end = () => keep([...texts.values()].join("\n"));
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      const next = await reader.read().catch(async (error: unknown) => {
        await end();
        throw error;
      });
      if (next.done) {
        await end();
        controller.close();
        return;
      }
      const part = next.value;
      if (part.type === "text-delta") texts.set(part.id, (texts.get(part.id) ?? "") + part.delta);
      controller.enqueue(part);
    },
    async cancel(reason) {
      await Promise.allSettled([reader.cancel(reason), end()]);
    },
  });
}
