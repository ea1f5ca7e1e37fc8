import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";
/** What an answer says in words; without its reasoning, and without calls of tools. */
export declare function said(content: LanguageModelV4Content[]): string;
/** The same stream. When it ends, breaks or is given up, `keep` is told what was said until then, once. */
export declare function overheard(stream: ReadableStream<LanguageModelV4StreamPart>, keep: (answer: string) => Promise<void>): ReadableStream<LanguageModelV4StreamPart>;
