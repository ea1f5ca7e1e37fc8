import { APIError, ConnectionError, EverOSError, errorOf, TimeoutError } from "./errors.js";
const SHORTEST_WAIT_MS = 250;
/** The server, or a proxy before it, did not do what it was asked. */
const NOT_DONE = new Set([429, 503]);
/** A proxy does not know what became of the call. */
const UNKNOWN_END = new Set([502, 504]);
/** Sends calls, again where that is safe, and turns every other answer into an error. */
export class Transport {
    #base;
    #options;
    #fetch;
    constructor(options) {
        const { baseUrl = "http://127.0.0.1:8000", apiKey = "" } = options;
        if (!/^https?:\/\//.test(baseUrl))
            throw new EverOSError(`baseUrl is no http address: ${baseUrl}`);
        if (/[^\x21-\x7e]/.test(apiKey))
            throw new EverOSError("apiKey has a character that no key has; copy it again");
        this.#base = baseUrl.replace(/\/+$/, "");
        this.#options = options;
        this.#fetch = options.fetch ?? ((...given) => fetch(...given));
    }
    /** The `data` of the answer's envelope. */
    async data(call, options) {
        return this.send(call, async (response) => (await response.json()).data, options);
    }
    /** What `read` makes of the answer. `timeoutMs` is over when it has returned. */
    async send(call, read, options = {}) {
        const { retries = this.#options.retries ?? 2 } = options;
        for (let attempt = 0;; attempt++) {
            try {
                return await this.#attempt(call, read, options);
            }
            catch (error) {
                const wait = this.#waitBefore(error, call, attempt);
                if (attempt >= retries || wait === undefined)
                    throw error;
                await sleep(wait, options.signal);
            }
        }
    }
    async #attempt(call, read, options) {
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
            if (!response.ok)
                throw await errorOf(response);
            return await read(response);
        }
        catch (error) {
            if (error instanceof APIError)
                throw error;
            if (signal?.aborted)
                throw signal.reason;
            const named = `${call.method} ${this.#base}${call.path}`;
            if (clock.signal.aborted)
                throw new TimeoutError(`${named}: no answer within ${timeoutMs} ms`, { cause: error });
            throw new ConnectionError(`${named}: ${reason(error)}`, { cause: error });
        }
        finally {
            clearTimeout(timer);
        }
    }
    #address({ path, query = {} }) {
        const given = Object.entries(query).filter((each) => each[1] !== undefined);
        const search = new URLSearchParams(given).toString();
        return this.#base + path + (search && `?${search}`);
    }
    #headers(hasBody) {
        const { apiKey } = this.#options;
        return {
            Accept: "application/json",
            ...(hasBody && { "Content-Type": "application/json" }),
            ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        };
    }
    /** Milliseconds before the next attempt; undefined where none is to follow. */
    #waitBefore(error, call, attempt) {
        const isWorthIt = error instanceof APIError
            ? NOT_DONE.has(error.status) || (call.repeatable && UNKNOWN_END.has(error.status))
            : error instanceof ConnectionError && call.repeatable;
        if (!isWorthIt)
            return undefined;
        const asked = error instanceof APIError ? error.retryAfter : undefined;
        const wait = asked === undefined ? SHORTEST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()) : asked * 1000;
        return wait <= (this.#options.longestWaitMs ?? 20_000) ? wait : undefined;
    }
}
function reason(error) {
    if (!(error instanceof Error))
        return String(error);
    return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
function sleep(ms, signal) {
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
