/**
 * One question to a model of the AI SDK with a memory around it: what fits goes in, what was said is kept.
 *
 *   OPENAI_API_KEY=… node chat.js "Where do I like to climb?"
 *
 * OPENAI_BASE_URL names another endpoint of the same protocol, and MODEL a model there; EVEROS_URL and EVEROS_KEY say
 * where the memory is, EVEROS_USER whose it is.
 */
import { randomUUID } from "node:crypto";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, wrapLanguageModel } from "ai";
import { EverOS } from "everos";
import { everosMiddleware } from "everos/ai-sdk";

const { EVEROS_URL, EVEROS_KEY, EVEROS_USER = "alice", MODEL = "gpt-4o-mini" } = process.env;
const { OPENAI_BASE_URL = "https://api.openai.com/v1", OPENAI_API_KEY = "" } = process.env;

const provider = createOpenAICompatible({ name: "model", baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
const memory = new EverOS({ baseUrl: EVEROS_URL, apiKey: EVEROS_KEY });
const model = wrapLanguageModel({
  model: provider(MODEL),
  middleware: everosMiddleware({ memory, userId: EVEROS_USER, sessionId: `chat-${randomUUID()}` }),
});

const prompt = process.argv[2] ?? "What do you remember of me?";
const { text } = await generateText({ model, system: "You are a helpful assistant.", prompt });
console.log(text);
