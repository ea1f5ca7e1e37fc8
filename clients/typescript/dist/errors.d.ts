/** What can go wrong in a call. All are `EverOSError`s; those that the server answered are `APIError`s. */
export declare class EverOSError extends Error {
    name: string;
}
/** Nobody answered: no connection, or it broke before the answer was complete. */
export declare class ConnectionError extends EverOSError {
}
/** No answer within the client's `timeoutMs`. */
export declare class TimeoutError extends ConnectionError {
}
/** The server refused. `message` is its own; its log knows the call by `requestId`. */
export declare class APIError extends EverOSError {
    readonly status: number;
    readonly code: string;
    readonly requestId: string | undefined;
    /** Seconds after which it is worth trying again, where the server says so. */
    readonly retryAfter: number | undefined;
    constructor(message: string, status: number, code: string, requestId: string | undefined, 
    /** Seconds after which it is worth trying again, where the server says so. */
    retryAfter: number | undefined);
}
/** 400: the Host is none of the server's, or this was no HTTP request. */
export declare class BadRequestError extends APIError {
}
/** 401: the server asks for a key, and there was none or a wrong one. */
export declare class AuthenticationError extends APIError {
}
/** 403: the key does not allow it. */
export declare class PermissionError extends APIError {
}
/** 404: there is nothing of that name. */
export declare class NotFoundError extends APIError {
}
/** 409: somebody has changed it meanwhile, or the message id is taken. */
export declare class ConflictError extends APIError {
}
/** 413: the body is larger than the server accepts. */
export declare class TooLargeError extends APIError {
}
/** 415: the server cannot read this sort of content. */
export declare class UnsupportedContentError extends APIError {
}
/** 422: a field is missing or is not what the call takes. */
export declare class InvalidRequestError extends APIError {
}
/** 429: too many calls in this minute, or the quota of the day is used up. */
export declare class RateLimitError extends APIError {
}
/** 5xx: the server's trouble. 503 says what became of the request. */
export declare class ServerError extends APIError {
}
/** The error that an answer stands for. A proxy before the server may have answered something else than JSON. */
export declare function errorOf(response: Response): Promise<APIError>;
