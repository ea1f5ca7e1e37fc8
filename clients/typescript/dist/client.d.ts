import { type CallOptions, type TransportOptions } from "./transport.js";
import { type AddData, type AddRequest, type Change, type DeleteData, type DeleteRequest, type EditRequest, type ExportRequest, type FlushData, type FlushRequest, type GetData, type GetRequest, type Kind, type MemoryOf, type OneMemory, type ReceiptData, type Scope, type SearchData, type SearchRequest, type TokenData, type TokenRequest, type VerifyData, type VerifyRequest } from "./types.js";
/** The memory of a server, over EverOS v1. One client serves any number of calls at once. */
export declare class EverOS {
    #private;
    constructor(options?: TransportOptions);
    /** Accepts messages durably. Each has an id before it is sent, so that one which is sent twice is stored once. */
    add(request: AddRequest, options?: CallOptions): Promise<AddData>;
    /** Makes a memory of everything that waits in the session. */
    flush(request: FlushRequest, options?: CallOptions): Promise<FlushData>;
    /** Ranks one owner's memories against a query. */
    search(request: SearchRequest, options?: CallOptions): Promise<SearchData>;
    /** One page of an owner's memories of one kind. */
    get(request: GetRequest, options?: CallOptions): Promise<GetData>;
    /** All of an owner's memories of one kind, page by page as they are asked for. */
    list<K extends Kind>(request: Omit<GetRequest, "page" | "memory_type"> & {
        memory_type: K;
    }, options?: CallOptions): AsyncGenerator<MemoryOf<K>, void, undefined>;
    /** One memory as its file says it now, with where it comes from. */
    getOne(id: string, scope?: Scope, options?: CallOptions): Promise<OneMemory>;
    /** Corrects a memory. What was drawn from it follows, in the background. */
    edit(id: string, request: EditRequest, options?: CallOptions): Promise<OneMemory>;
    /** What a memory said before. */
    history(id: string, scope?: Scope, options?: CallOptions): Promise<Change[]>;
    /** Notes that somebody has looked at a memory, and that it holds. */
    verify(request: VerifyRequest, options?: CallOptions): Promise<VerifyData>;
    /** Forgets what is named, and all that was drawn from it. With a `query` it only shows what would go. */
    delete(request: DeleteRequest, options?: CallOptions): Promise<DeleteData>;
    /** How far a deletion is, and its receipt. */
    receipt(id: string, options?: CallOptions): Promise<ReceiptData>;
    /** The memories as a zip archive, which comes as a stream. */
    export(request?: ExportRequest, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
    /** A short-lived token for one person, in exchange for the client's key: for a page or an app of this person. */
    token(request: TokenRequest, options?: CallOptions): Promise<TokenData>;
}
