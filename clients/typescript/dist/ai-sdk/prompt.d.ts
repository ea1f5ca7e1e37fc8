import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
/** What the user has said last, under an id that the same place of the same conversation has again. */
export interface Question {
    id: string;
    text: string;
}
/** Undefined where the user has said nothing in words. */
export declare function askedBy(prompt: LanguageModelV4Prompt, sessionId: string): Promise<Question | undefined>;
/** The same prompt, with the memories behind what the system says. They are told as data, and are no order. */
export declare function withMemories(prompt: LanguageModelV4Prompt, memories: string): LanguageModelV4Prompt;
