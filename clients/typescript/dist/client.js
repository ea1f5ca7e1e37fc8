import { Transport } from "./transport.js";
import { ARRAYS, } from "./types.js";
const MEMORY = "/api/v1/memory";
const LARGEST_PAGE = 100;
/** The memory of a server, over EverOS v1. One client serves any number of calls at once. */
export class EverOS {
    #transport;
    constructor(options = {}) {
        this.#transport = new Transport(options);
    }
    /** Accepts messages durably. Each has an id before it is sent, so that one which is sent twice is stored once. */
    async add(request, options) {
        const now = Date.now();
        const messages = request.messages.map((message, place) => ({
            ...message,
            timestamp: message.timestamp ?? now + place,
            message_id: message.message_id ?? crypto.randomUUID(),
        }));
        return this.#post("add", { ...request, messages }, options);
    }
    /** Makes a memory of everything that waits in the session. */
    async flush(request, options) {
        return this.#post("flush", request, options);
    }
    /** Ranks one owner's memories against a query. */
    async search(request, options) {
        return this.#post("search", request, options);
    }
    /** One page of an owner's memories of one kind. */
    async get(request, options) {
        return this.#post("get", request, options);
    }
    /** All of an owner's memories of one kind, page by page as they are asked for. */
    async *list(request, options) {
        const { page_size = LARGEST_PAGE } = request;
        for (let page = 1, seen = 0;; page++) {
            const data = await this.get({ ...request, page, page_size }, options);
            const items = (data[ARRAYS[request.memory_type]] ?? []);
            yield* items;
            seen += items.length;
            if (items.length === 0 || seen >= data.total_count)
                return;
        }
    }
    /** One memory as its file says it now, with where it comes from. */
    async getOne(id, scope = {}, options) {
        return this.#transport.data({ method: "GET", path: of(id), query: { ...scope }, repeatable: true }, options);
    }
    /** Corrects a memory. What was drawn from it follows, in the background. */
    async edit(id, request, options) {
        return this.#transport.data({ method: "PATCH", path: of(id), body: request, repeatable: false }, options);
    }
    /** What a memory said before. */
    async history(id, scope = {}, options) {
        const call = { method: "GET", path: `${of(id)}/history`, query: { ...scope }, repeatable: true };
        return (await this.#transport.data(call, options)).changes;
    }
    /** Notes that somebody has looked at a memory, and that it holds. */
    async verify(request, options) {
        return this.#post("verify", request, options);
    }
    /** Forgets what is named, and all that was drawn from it. With a `query` it only shows what would go. */
    async delete(request, options) {
        return this.#post("delete", request, options, false);
    }
    /** How far a deletion is, and its receipt. */
    async receipt(id, options) {
        const path = `${MEMORY}/receipts/${encodeURIComponent(id)}`;
        return this.#transport.data({ method: "GET", path, repeatable: true }, options);
    }
    /** The memories as a zip archive, which comes as a stream. */
    async export(request = {}, options) {
        const call = { method: "POST", path: `${MEMORY}/export`, body: request, repeatable: true };
        return this.#transport.send(call, ({ body }) => body ?? new Blob().stream(), options);
    }
    /** A short-lived token for one person, in exchange for the client's key: for a page or an app of this person. */
    async token(request, options) {
        return this.#transport.data({ method: "POST", path: "/api/v1/auth/token", body: request, repeatable: true }, options);
    }
    async #post(name, body, options, repeatable = true) {
        return this.#transport.data({ method: "POST", path: `${MEMORY}/${name}`, body, repeatable }, options);
    }
}
function of(id) {
    return `${MEMORY}/${encodeURIComponent(id)}`;
}
