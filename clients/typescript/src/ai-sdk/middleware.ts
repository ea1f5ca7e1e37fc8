import type { LanguageModelV4Middleware, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { EverOS } from "../client.js";
import type { Scope } from "../types.js";
import { askedBy, withMemories, type Question } from "./prompt.js";
import { rendered } from "./rendering.js";
import { overheard, said } from "./answers.js";

export interface EverOSMiddlewareOptions extends Scope {
  memory: EverOS;
  /** The user whose memory is read and written. */
  userId: string;
  /** The id of the conversation, which stays the same for all of its messages. */
  sessionId: string;
  /** The sender of the model's answers (default: `assistant`). */
  assistantId?: string;
  /** The name that memories use for the user (default: the user's id). */
  userName?: string;
  /** The maximum tokens of memories in the prompt, estimated (default: 1,000). 0: nothing is recalled. */
  maxTokens?: number;
  /** The maximum number of memories (default: 10). */
  topK?: number;
  /** Leaves out memories with a lower score than this, from 0 to 1. */
  minScore?: number;
  /** Whether messages are stored (default: true). */
  remember?: boolean;
  /** How long a call to the model waits for the memory each time, in milliseconds (default: 2,000). */
  timeoutMs?: number;
  /** Receives the promise of storing a message, so that the answer does not wait for it: `waitUntil` of your platform. */
  waitUntil?: (work: Promise<void>) => void;
  /** Receives errors of the memory (default: `console.warn`). The call to the model continues. */
  onWarning?: (message: string, error: unknown) => void;
}

/**
 * A memory for any model of the AI SDK: adds memories that match the user's last message to the prompt, and stores the
 * messages of user and model. A failing memory never makes a call to the model fail.
 */
export function everosMiddleware(options: EverOSMiddlewareOptions): LanguageModelV4Middleware {
  const memories = new Memories(options);
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => {
      const recalled = await memories.recall(params.prompt, params.abortSignal);
      return recalled === "" ? params : { ...params, prompt: withMemories(params.prompt, recalled) };
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      await memories.keep(params.prompt, said(result.content));
      return result;
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      const stream = overheard(result.stream, (answer) => memories.keep(params.prompt, answer));
      return { ...result, stream };
    },
  };
}

const LONGEST_QUERY = 8_000; // characters

class Memories {
  readonly #options: EverOSMiddlewareOptions;
  readonly #scope: Scope;
  #latest: { id: string; recalled: string } | undefined;

  constructor(options: EverOSMiddlewareOptions) {
    this.#options = options;
    const { app_id, project_id } = options;
    this.#scope = { ...(app_id !== undefined && { app_id }), ...(project_id !== undefined && { project_id }) };
  }

  /**
   * The memories that match the user's last message, within the budget; "" if there are none. Searched once for each
   * message: all steps of a call with tools get the same text.
   */
  async recall(prompt: LanguageModelV4Prompt, signal?: AbortSignal): Promise<string> {
    const { maxTokens = 1_000 } = this.#options;
    const question = await askedBy(prompt, this.#options.sessionId);
    if (question === undefined || maxTokens <= 0) return "";
    if (this.#latest?.id !== question.id) {
      const work = () => this.#found(question, maxTokens, signal);
      this.#latest = { id: question.id, recalled: await this.#orWarn("nothing was recalled", "", work) };
    }
    return this.#latest.recalled;
  }

  async #found(question: Question, maxTokens: number, signal?: AbortSignal): Promise<string> {
    const { memory, userId, sessionId, topK = 10, minScore } = this.#options;
    const { episodes = [] } = await memory.search(
      {
        ...this.#scope,
        user_id: userId,
        query: question.text.slice(0, LONGEST_QUERY),
        top_k: topK,
        ...(minScore !== undefined && { min_score: minScore }),
      },
      { ...this.#once, ...(signal && { signal }) },
    );
    // what this conversation has said just now is in the prompt itself
    return rendered(episodes.filter(({ session_id, pending }) => !(pending && session_id === sessionId)), maxTokens);
  }

  /** Stores the user's last message and the answer to it. A message that was stored before is not stored again. */
  async keep(prompt: LanguageModelV4Prompt, answer: string): Promise<void> {
    if (this.#options.remember === false) return;
    const question = await askedBy(prompt, this.#options.sessionId);
    if (question === undefined) return;
    const work = this.#orWarn("what was said was not kept", undefined, () => this.#add(question, answer));
    if (this.#options.waitUntil) this.#options.waitUntil(work);
    else await work;
  }

  async #add(question: Question, answer: string): Promise<void> {
    const { memory, userId, userName, sessionId, assistantId = "assistant" } = this.#options;
    const asked = {
      message_id: question.id,
      sender_id: userId,
      ...(userName !== undefined && { sender_name: userName }),
      role: "user" as const,
      content: question.text,
    };
    const answered = { sender_id: assistantId, role: "assistant" as const, content: answer };
    const messages = answer.trim() === "" ? [asked] : [asked, answered];
    await memory.add({ ...this.#scope, session_id: sessionId, messages, async_mode: true }, this.#once);
  }

  /** No retries, because somebody waits for the model's answer. */
  get #once() {
    return { timeoutMs: this.#options.timeoutMs ?? 2_000, retries: 0 };
  }

  async #orWarn<Result>(what: string, instead: Result, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const { onWarning = console.warn } = this.#options;
      onWarning(`EverOS: ${what}: ${reason}`, error);
      return instead;
    }
  }
}
