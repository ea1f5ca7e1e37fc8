/** What can go wrong in a call. All are `EverOSError`s; those that the server answered are `APIError`s. */
export class EverOSError extends Error {
    name = this.constructor.name;
}
/** Nobody answered: no connection, or it broke before the answer was complete. */
export class ConnectionError extends EverOSError {
}
/** No answer within the client's `timeoutMs`. */
export class TimeoutError extends ConnectionError {
}
/** The server refused. `message` is its own; its log knows the call by `requestId`. */
export class APIError extends EverOSError {
    status;
    code;
    requestId;
    retryAfter;
    constructor(message, status, code, requestId, 
    /** Seconds after which it is worth trying again, where the server says so. */
    retryAfter) {
        super(message);
        this.status = status;
        this.code = code;
        this.requestId = requestId;
        this.retryAfter = retryAfter;
    }
}
/** 400: the Host is none of the server's, or this was no HTTP request. */
export class BadRequestError extends APIError {
}
/** 401: the server asks for a key, and there was none or a wrong one. */
export class AuthenticationError extends APIError {
}
/** 403: the key does not allow it. */
export class PermissionError extends APIError {
}
/** 404: there is nothing of that name. */
export class NotFoundError extends APIError {
}
/** 409: somebody has changed it meanwhile, or the message id is taken. */
export class ConflictError extends APIError {
}
/** 413: the body is larger than the server accepts. */
export class TooLargeError extends APIError {
}
/** 415: the server cannot read this sort of content. */
export class UnsupportedContentError extends APIError {
}
/** 422: a field is missing or is not what the call takes. */
export class InvalidRequestError extends APIError {
}
/** 429: too many calls in this minute, or the quota of the day is used up. */
export class RateLimitError extends APIError {
}
/** 5xx: the server's trouble. 503 says what became of the request. */
export class ServerError extends APIError {
}
const CLASSES = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    415: UnsupportedContentError,
    422: InvalidRequestError,
    429: RateLimitError,
};
/** The error that an answer stands for. A proxy before the server may have answered something else than JSON. */
export async function errorOf(response) {
    const text = await response.text().catch(() => "");
    const told = parsed(text);
    const message = told?.error?.message ?? (text.slice(0, 200) || response.statusText || "no reason was given");
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    const Kind = CLASSES[response.status] ?? (response.status >= 500 ? ServerError : APIError);
    return new Kind(`${response.status}: ${message}`, response.status, told?.error?.code ?? "HTTP_ERROR", response.headers.get("x-request-id") ?? told?.request_id, Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined);
}
function parsed(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === "object" && value !== null ? value : undefined;
    }
    catch {
        return undefined;
    }
}
