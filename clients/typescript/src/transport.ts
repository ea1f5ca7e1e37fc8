import { APIError, ConnectionError, EverOSError, errorOf, TimeoutError } from "./errors.js";

export interface TransportOptions {
  /** The server's address (default: `http://127.0.0.1:8000`). */
  baseUrl?: string | undefined;
  /** A key, or a signed token for one person; not needed if the server requires none. */
  apiKey?: string | undefined;
  /** How long one attempt may take (default: 60 seconds). */
  timeoutMs?: number;
  /** How often a call is retried that got no answer, or 429 or 503 (default: 2). */
  retries?: number;
  /** The longest wait between two attempts (default: 20 seconds). If the server asks for more, the call is not retried. */
  longestWaitMs?: number;
  /** Used instead of the platform's `fetch`. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Used instead of the client's. */
  timeoutMs?: number;
  /** Used instead of the client's. */
  retries?: number;
}

export interface Call {
  method: "GET" | "POST" | "PATCH";
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Whether the call may be retried if the result of the first attempt is unknown. */
  repeatable: boolean;
}

const SHORTEST_WAIT_MS = 250;
/** The server, or a proxy in front of it, did not carry out the call. */
const NOT_DONE = new Set([429, 503]);
/** A proxy does not know whether the call was carried out. */
const UNKNOWN_END = new Set([502, 504]);

/** Sends calls, retries them where that is safe, and turns error answers into exceptions. */
export class Transport {
  readonly #base: string;
  readonly #options: TransportOptions;
  readonly #fetch: typeof fetch;

  constructor(options: TransportOptions) {
    const { baseUrl = "http://127.0.0.1:8000", apiKey = "" } = options;
    if (!/^https?:\/\//.test(baseUrl)) throw new EverOSError(`baseUrl is not an http address: ${baseUrl}`);
    if (/[^\x21-\x7e]/.test(apiKey)) throw new EverOSError("apiKey contains a character that no key has; copy it again");
    this.#base = baseUrl.replace(/\/+$/, "");
    this.#options = options;
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
  }

  /** The `data` of the answer's envelope. */
  async data<Data>(call: Call, options?: CallOptions): Promise<Data> {
    return this.send(call, async (response) => ((await response.json()) as { data: Data }).data, options);
  }

  /** The result of `read` for the answer, within `timeoutMs`. */
  async send<Read>(call: Call, read: (response: Response) => Read | Promise<Read>, options: CallOptions = {}): Promise<Read> {
    const { retries = this.#options.retries ?? 2 } = options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call, read, options);
      } catch (error) {
        const wait = this.#waitBefore(error, call, attempt);
        if (attempt >= retries || wait === undefined) throw error;
        await sleep(wait, options.signal);
      }
    }
  }

  async #attempt<Read>(call: Call, read: (response: Response) => Read | Promise<Read>, options: CallOptions): Promise<Read> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? 60_000 } = options;
    signal?.throwIfAborted();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), timeoutMs);
    try {
      const response = await this.#fetch(this.#address(call), {
        method: call.method,
        headers: this.#headers(call.body !== undefined),
        signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      if (error instanceof APIError) throw error;
      if (signal?.aborted) throw signal.reason;
      const named = `${call.method} ${this.#base}${call.path}`;
      if (clock.signal.aborted) throw new TimeoutError(`${named}: no answer within ${timeoutMs} ms`, { cause: error });
      throw new ConnectionError(`${named}: ${reason(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #address({ path, query = {} }: Call): string {
    const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    return this.#base + path + (search && `?${search}`);
  }

  #headers(hasBody: boolean): Record<string, string> {
    const { apiKey } = this.#options;
    return {
      Accept: "application/json",
      ...(hasBody && { "Content-Type": "application/json" }),
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    };
  }

  /** Milliseconds before the next attempt; undefined if there is none. */
  #waitBefore(error: unknown, call: Call, attempt: number): number | undefined {
    const isWorthIt =
      error instanceof APIError
        ? NOT_DONE.has(error.status) || (call.repeatable && UNKNOWN_END.has(error.status))
        : error instanceof ConnectionError && call.repeatable;
    if (!isWorthIt) return undefined;
    const asked = error instanceof APIError ? error.retryAfter : undefined;
    const wait = asked === undefined ? SHORTEST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()) : asked * 1000;
    return wait <= (this.#options.longestWaitMs ?? 20_000) ? wait : undefined;
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
