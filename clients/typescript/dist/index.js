export { EverOS } from "./client.js";
export * from "./errors.js";
