export { everosMiddleware, type EverOSMiddlewareOptions } from "./middleware.js";
