/** The errors of a call. All are `EverOSError`s; answers of the server are `APIError`s. */
export class EverOSError extends Error {
  override name = this.constructor.name;
}

/** There was no answer: no connection, or it broke before the answer was complete. */
export class ConnectionError extends EverOSError {}

/** No answer within the client's `timeoutMs`. */
export class TimeoutError extends ConnectionError {}

/** The server refused the call. `message` is the server's; `requestId` identifies the call in its log. */
export class APIError extends EverOSError {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly requestId: string | undefined,
    /** Seconds after which to try again, if the server says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** 400: the server does not answer to this Host, or the request was not valid HTTP. */
export class BadRequestError extends APIError {}
/** 401: the server requires a key, and the key is missing or wrong. */
export class AuthenticationError extends APIError {}
/** 403: the key does not allow it. */
export class PermissionError extends APIError {}
/** 404: there is nothing with this id or path. */
export class NotFoundError extends APIError {}
/** 409: it was changed meanwhile, or the message id is already used. */
export class ConflictError extends APIError {}
/** 413: the body is larger than the server accepts. */
export class TooLargeError extends APIError {}
/** 415: the server cannot read this type of content. */
export class UnsupportedContentError extends APIError {}
/** 422: a field is missing or invalid. */
export class InvalidRequestError extends APIError {}
/** 429: too many calls in this minute, or the quota of the day is used up. */
export class RateLimitError extends APIError {}
/** 5xx: an error of the server. For 503, the message says what happened to the request. */
export class ServerError extends APIError {}

const CLASSES: Record<number, typeof APIError> = {
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

/** The error for an answer. A proxy in front of the server may have answered with something else than JSON. */
export async function errorOf(response: Response): Promise<APIError> {
  const text = await response.text().catch(() => "");
  const told = parsed(text);
  const message = told?.error?.message ?? (text.slice(0, 200) || response.statusText || "no reason was given");
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const Kind = CLASSES[response.status] ?? (response.status >= 500 ? ServerError : APIError);
  return new Kind(
    `${response.status}: ${message}`,
    response.status,
    told?.error?.code ?? "HTTP_ERROR",
    response.headers.get("x-request-id") ?? told?.request_id,
    Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  );
}

type Told = { request_id?: string; error?: { code?: string; message?: string } };

function parsed(text: string): Told | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
