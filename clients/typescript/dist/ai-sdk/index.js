export { everosMiddleware } from "./middleware.js";
