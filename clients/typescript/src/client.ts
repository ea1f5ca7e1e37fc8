import { Transport, type CallOptions, type TransportOptions } from "./transport.js";
import {
  ARRAYS,
  type AddData,
  type AddRequest,
  type Change,
  type DeleteData,
  type DeleteRequest,
  type EditRequest,
  type ExportRequest,
  type FlushData,
  type FlushRequest,
  type GetData,
  type GetRequest,
  type Kind,
  type MemoryOf,
  type OneMemory,
  type ReceiptData,
  type Scope,
  type SearchData,
  type SearchRequest,
  type TokenData,
  type TokenRequest,
  type VerifyData,
  type VerifyRequest,
} from "./types.js";

const MEMORY = "/api/v1/memory";
const ALIAS = "/api/v2/memory"; // another name for the same calls
const LARGEST_PAGE = 100;

/** The memory of a server, over EverOS v1. One client serves any number of calls at once. */
export class EverOS {
  readonly #transport: Transport;

  constructor(options: TransportOptions = {}) {
    this.#transport = new Transport(options);
  }

  /** Stores messages durably. Each gets an id before it is sent, so that a message that is sent twice is stored once. */
  async add(request: AddRequest, options?: CallOptions): Promise<AddData> {
    const now = Date.now();
    const messages = request.messages.map((message, place) => ({
      ...message,
      timestamp: message.timestamp ?? now + place,
      message_id: message.message_id ?? crypto.randomUUID(),
    }));
    return this.#post("add", { ...request, messages }, options);
  }

  /** Makes a memory of all waiting messages of the session. */
  async flush(request: FlushRequest, options?: CallOptions): Promise<FlushData> {
    return this.#post("flush", request, options);
  }

  /** Ranks one owner's memories against a query. */
  async search(request: SearchRequest, options?: CallOptions): Promise<SearchData> {
    return this.#post("search", request, options);
  }

  /** One page of an owner's memories of one kind. */
  async get(request: GetRequest, options?: CallOptions): Promise<GetData> {
    return this.#post("get", request, options);
  }

  /** Iterates over all of an owner's memories of one kind, and fetches pages as needed. */
  async *list<K extends Kind>(
    request: Omit<GetRequest, "page" | "memory_type"> & { memory_type: K },
    options?: CallOptions,
  ): AsyncGenerator<MemoryOf<K>, void, undefined> {
    const { page_size = LARGEST_PAGE } = request;
    for (let page = 1, seen = 0; ; page++) {
      const data = await this.get({ ...request, page, page_size }, options);
      const items = (data[ARRAYS[request.memory_type]] ?? []) as MemoryOf<K>[];
      yield* items;
      seen += items.length;
      if (items.length === 0 || seen >= data.total_count) return;
    }
  }

  /** One memory with its current content and its lineage. */
  async getOne(id: string, scope: Scope = {}, options?: CallOptions): Promise<OneMemory> {
    return this.#transport.data({ method: "GET", path: of(id), query: { ...scope }, repeatable: true }, options);
  }

  /** Corrects a memory. Memories derived from it are updated in the background. */
  async edit(id: string, request: EditRequest, options?: CallOptions): Promise<OneMemory> {
    return this.#transport.data({ method: "PATCH", path: of(id), body: request, repeatable: false }, options);
  }

  /** The changes of a memory, with its earlier texts. */
  async history(id: string, scope: Scope = {}, options?: CallOptions): Promise<Change[]> {
    const call = { method: "GET", path: `${of(id)}/history`, query: { ...scope }, repeatable: true } as const;
    return (await this.#transport.data<{ changes: Change[] }>(call, options)).changes;
  }

  /** Records that somebody has verified a memory. */
  async verify(request: VerifyRequest, options?: CallOptions): Promise<VerifyData> {
    return this.#post("verify", request, options);
  }

  /** Forgets the named memories and everything derived from them. With a `query` it only shows what would go. */
  async delete(request: DeleteRequest, options?: CallOptions): Promise<DeleteData> {
    return this.#post("delete", request, options, false);
  }

  /** The progress of a deletion, and its receipt once it is done. */
  async receipt(id: string, options?: CallOptions): Promise<ReceiptData> {
    const path = `${MEMORY}/receipts/${encodeURIComponent(id)}`;
    return this.#transport.data({ method: "GET", path, repeatable: true }, options);
  }

  /** The memories as a zip archive, as a stream. */
  async export(request: ExportRequest = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    const call = { method: "POST", path: `${MEMORY}/export`, body: request, repeatable: true } as const;
    return this.#transport.send(call, ({ body }) => body ?? new Blob().stream(), options);
  }

  /** A short-lived token for one person, in exchange for the client's key, for use in this person's browser or app. */
  async token(request: TokenRequest, options?: CallOptions): Promise<TokenData> {
    return this.#transport.data({ method: "POST", path: "/api/v1/auth/token", body: request, repeatable: true }, options);
  }

  async #post<Answer>(name: string, body: unknown, options?: CallOptions, repeatable = true): Promise<Answer> {
    return this.#transport.data({ method: "POST", path: `${MEMORY}/${name}`, body, repeatable }, options);
  }
}

/** Below v1, an id with a slash would be an entry of the agent memory. */
function of(id: string): string {
  return `${id.includes("/") ? ALIAS : MEMORY}/${encodeURIComponent(id)}`;
}
