export interface TransportOptions {
    /** Where the server is; `http://127.0.0.1:8000` unless given. */
    baseUrl?: string | undefined;
    /** A key, or a signed token of one person. None where the server asks for none. */
    apiKey?: string | undefined;
    /** How long one attempt may take; 60 seconds. */
    timeoutMs?: number;
    /** How often a call is tried again that nobody answered, or that was answered 429 or 503; 2. */
    retries?: number;
    /** The longest wait between two attempts; 20 seconds. A server that asks for more is not asked again. */
    longestWaitMs?: number;
    /** Another `fetch` than the platform's. */
    fetch?: typeof fetch;
}
export interface CallOptions {
    signal?: AbortSignal;
    /** Instead of the client's. */
    timeoutMs?: number;
    /** Instead of the client's. */
    retries?: number;
}
export interface Call {
    method: "GET" | "POST" | "PATCH";
    path: string;
    query?: Record<string, string | undefined>;
    body?: unknown;
    /** Whether a second attempt may follow one whose end is unknown. */
    repeatable: boolean;
}
/** Sends calls, again where that is safe, and turns every other answer into an error. */
export declare class Transport {
    #private;
    constructor(options: TransportOptions);
    /** The `data` of the answer's envelope. */
    data<Data>(call: Call, options?: CallOptions): Promise<Data>;
    /** What `read` makes of the answer. `timeoutMs` is over when it has returned. */
    send<Read>(call: Call, read: (response: Response) => Read | Promise<Read>, options?: CallOptions): Promise<Read>;
}
