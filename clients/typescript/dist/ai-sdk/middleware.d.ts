import type { LanguageModelV4Middleware } from "@ai-sdk/provider";
import type { EverOS } from "../client.js";
import type { Scope } from "../types.js";
export interface EverOSMiddlewareOptions extends Scope {
    memory: EverOS;
    /** Whose memory is read, and whose it becomes. */
    userId: string;
    /** The conversation: one id as long as it goes on. */
    sessionId: string;
    /** Under which id the model's answers are kept; `assistant`. */
    assistantId?: string;
    /** The name that memories use for the user; the id unless given. */
    userName?: string;
    /** What the memories may take of the prompt, in tokens, roughly counted; 1,000. 0: nothing is recalled. */
    maxTokens?: number;
    /** How many memories are looked for at most; 10. */
    topK?: number;
    /** Leaves out memories with a lower score than this, from 0 to 1. */
    minScore?: number;
    /** Whether what was said is kept; true. */
    remember?: boolean;
    /** How long a call of the model waits for the memory, each time; 2,000. */
    timeoutMs?: number;
    /** Takes what is still to be kept, so that an answer does not wait for it: `waitUntil` of your platform. */
    waitUntil?: (work: Promise<void>) => void;
    /** Hears what went wrong with the memory; `console.warn`. The call of the model goes on. */
    onWarning?: (message: string, error: unknown) => void;
}
/**
 * A memory for any model of the AI SDK: what fits the user's last message comes into the prompt, and what was said is
 * kept, by both. A memory that does not answer never breaks a call of the model.
 */
export declare function everosMiddleware(options: EverOSMiddlewareOptions): LanguageModelV4Middleware;
