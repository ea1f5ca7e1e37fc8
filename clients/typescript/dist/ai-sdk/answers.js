/** What an answer says in words; without its reasoning, and without calls of tools. */
export function said(content) {
    return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
/** The same stream. When it ends, breaks or is given up, `keep` is told what was said until then, once. */
export function overheard(stream, keep) {
    const reader = stream.getReader();
    const texts = new Map();
    const end = () => keep([...texts.values()].join("\n"));
    return new ReadableStream({
        async pull(controller) {
            const next = await reader.read().catch(async (error) => {
                await end();
                throw error;
            });
            if (next.done) {
                await end();
                controller.close();
                return;
            }
            const part = next.value;
            if (part.type === "text-delta")
                texts.set(part.id, (texts.get(part.id) ?? "") + part.delta);
            controller.enqueue(part);
        },
        async cancel(reason) {
            await Promise.allSettled([reader.cancel(reason), end()]);
        },
    });
}
