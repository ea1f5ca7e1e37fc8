export { EverOS } from "./client.js";
export * from "./errors.js";
export type { CallOptions, TransportOptions } from "./transport.js";
export type * from "./types.js";
