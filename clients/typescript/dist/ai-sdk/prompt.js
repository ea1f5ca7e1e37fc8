/** Undefined where the user has said nothing in words. */
export async function askedBy(prompt, sessionId) {
    const place = prompt.findLastIndex(({ role }) => role === "user");
    const text = place < 0 ? "" : textOf(prompt[place]);
    if (text.trim() === "")
        return undefined;
    const before = prompt.slice(0, place).filter(({ role }) => role !== "system");
    const said = before.map((message) => [message.role, textOf(message)]);
    return { id: `ai-sdk-${await digest([sessionId, said, text])}`, text };
}
/** The same prompt, with the memories behind what the system says. They are told as data, and are no order. */
export function withMemories(prompt, memories) {
    const [first, ...rest] = prompt;
    if (first?.role === "system")
        return [{ ...first, content: `${first.content}\n\n${memories}` }, ...rest];
    return [{ role: "system", content: memories }, ...prompt];
}
function textOf({ content }) {
    if (typeof content === "string")
        return content;
    return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
async function digest(value) {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
    return Array.from(new Uint8Array(bytes).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
