import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** The user's last message, with an id derived from its place in the conversation. */
export interface Question {
  id: string;
  text: string;
}

/** Undefined if there is no text from the user. */
export async function askedBy(prompt: LanguageModelV4Prompt, sessionId: string): Promise<Question | undefined> {
  const place = prompt.findLastIndex(({ role }) => role === "user");
  const text = place < 0 ? "" : textOf(prompt[place]!);
  if (text.trim() === "") return undefined;
  const before = prompt.slice(0, place).filter(({ role }) => role !== "system");
  const said = before.map((message) => [message.role, textOf(message)]);
  return { id: `ai-sdk-${await digest([sessionId, said, text])}`, text };
}

/** The prompt with the memories added to the system message, marked as data that contains no instructions. */
export function withMemories(prompt: LanguageModelV4Prompt, memories: string): LanguageModelV4Prompt {
  const [first, ...rest] = prompt;
  if (first?.role === "system") return [{ ...first, content: `${first.content}\n\n${memories}` }, ...rest];
  return [{ role: "system", content: memories }, ...prompt];
}

function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

async function digest(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(new Uint8Array(bytes).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
