import type { components } from "./openapi.js";

type Schemas = components["schemas"];

/** The content of an envelope's schema. */
type Data<Envelope> = Envelope extends { data: infer Inner } ? Inner : never;

/** A message of a conversation. `timestamp` (milliseconds) defaults to now, and `message_id` to a new id. */
export type Message = Omit<Schemas["MessageItem"], "timestamp"> & { timestamp?: number };
export type AddRequest = Omit<Schemas["AddRequest"], "messages"> & { messages: Message[] };
export type AddData = Schemas["AddData"];
export type FlushRequest = Schemas["FlushRequest"];
export type FlushData = Schemas["FlushData"];
export type SearchRequest = Schemas["SearchRequest"];
export type SearchData = Schemas["SearchData"];
export type GetRequest = Schemas["GetRequest"];
export type GetData = Schemas["GetData"];
export type EditRequest = Schemas["EditRequest"];
export type OneMemory = Schemas["OneMemory"];
export type Change = Schemas["ChangeItem"];
export type VerifyRequest = Schemas["VerifyRequest"];
export type VerifyData = Schemas["VerifyData"];
export type DeleteRequest = Schemas["DeleteRequest"];
export type DeleteData = Schemas["DeleteData"];
export type ReceiptData = Schemas["ReceiptData"];
export type ExportRequest = Schemas["ExportRequest"];
export type TokenRequest = Schemas["TokenRequest"];
export type TokenData = Schemas["TokenData"];
export type Scope = { app_id?: string; project_id?: string };

/** The arrays of `get`, by the kind of memory that is listed. */
export const ARRAYS = {
  episode: "episodes",
  profile: "profiles",
  agent_case: "agent_cases",
  agent_skill: "agent_skills",
  foresight: "foresights",
  atomic_fact: "atomic_facts",
} as const satisfies Record<GetRequest["memory_type"], keyof GetData>;

export type Kind = keyof typeof ARRAYS;
/** One memory of a kind, as `get` and `list` give it. */
export type MemoryOf<K extends Kind> = NonNullable<GetData[(typeof ARRAYS)[K]]> extends (infer Item)[] ? Item : never;

export type { components, Data };
