import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, afterEach, before, test } from "node:test";
import {
  AuthenticationError,
  ConnectionError,
  EverOS,
  EverOSError,
  InvalidRequestError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "everos";

/** Answers as it is told, in this order, and remembers what it was asked. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void;
let answers: Answer[] = [];
let bodies: any[] = [];
let headers: IncomingMessage["headers"][] = [];
const server = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  bodies.push(text ? JSON.parse(text) : undefined);
  headers.push(request.headers);
  (answers.shift() ?? ok({}))(response, request);
});
let url: string;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  [answers, bodies, headers] = [[], [], []];
});

const json = (status: number, body: unknown, more: Record<string, string> = {}): Answer => (response) =>
  response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(body));
const ok = (data: unknown) => json(200, { request_id: "a", data });
const refused = (status: number, more: Record<string, string> = {}) =>
  json(status, { request_id: "b".repeat(32), error: { code: "HTTP_ERROR", message: "not so" } }, more);
const hangUp: Answer = (_, request) => request.socket.destroy();
const halfAnAnswer: Answer = (response, request) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"data": {');
  setTimeout(() => request.socket.destroy(), 20);
};
const memory = (more = {}) => new EverOS({ baseUrl: url, ...more });
const hello = { session_id: "s", messages: [{ sender_id: "alice", role: "user" as const, content: "Hello" }] };

test("a message that nobody confirmed is sent again under the same id", async () => {
  answers = [hangUp, halfAnAnswer, ok({ message_count: 1, status: "accumulated" })];
  assert.equal((await memory().add(hello)).status, "accumulated");
  const ids = bodies.map((body) => body.messages[0].message_id);
  assert.equal(ids.length, 3);
  assert.match(ids[0], /^[0-9a-f-]{36}$/);
  assert.deepEqual(new Set(ids).size, 1);
  assert.equal(new Set(bodies.map((body) => body.messages[0].timestamp)).size, 1);
});

test("ids and times of one's own are kept", async () => {
  answers = [ok({})];
  await memory().add({ ...hello, messages: [{ ...hello.messages[0]!, message_id: "mine", timestamp: 1748390400000 }] });
  assert.deepEqual(bodies[0].messages[0], { ...hello.messages[0], message_id: "mine", timestamp: 1748390400000 });
});

test("429 and 503 are waited for as long as the server says", async () => {
  answers = [refused(429, { "retry-after": "1" }), refused(503), ok({ status: "extracted" })];
  const began = Date.now();
  assert.equal((await memory().flush({ session_id: "s" })).status, "extracted");
  assert.ok(Date.now() - began >= 1000);
});

test("who is to wait longer than that hears it at once", async () => {
  answers = [refused(429, { "retry-after": "3600", "x-request-id": "c".repeat(32) })];
  const error = await memory().flush({ session_id: "s" }).catch((each) => each);
  assert.ok(error instanceof RateLimitError);
  assert.deepEqual([error.retryAfter, error.requestId, error.code], [3600, "c".repeat(32), "HTTP_ERROR"]);
  assert.equal(error.message, "429: not so");
  assert.equal(bodies.length, 1);
});

test("what may have been done is done once", async () => {
  answers = [hangUp];
  await assert.rejects(memory().delete({ user_id: "alice" }), ConnectionError);
  answers = [hangUp];
  await assert.rejects(memory().edit("a_ep_20250528_00000001", { content: "x" }), ConnectionError);
  assert.equal(bodies.length, 2);
});

test("other refusals are classes, and are not repeated", async () => {
  answers = [refused(401), refused(422), refused(500), (response) => response.writeHead(502).end("<html>proxy</html>")];
  await assert.rejects(memory().flush({ session_id: "s" }), AuthenticationError);
  await assert.rejects(memory().flush({ session_id: "s" }), InvalidRequestError);
  await assert.rejects(memory().flush({ session_id: "s" }), ServerError);
  await assert.rejects(memory({ retries: 0 }).flush({ session_id: "s" }), { message: "502: <html>proxy</html>" });
  assert.equal(bodies.length, 4);
});

test("a server that does not answer is waited for so long", async () => {
  answers = [() => {}];
  await assert.rejects(memory({ timeoutMs: 50, retries: 0 }).flush({ session_id: "s" }), TimeoutError);
  await assert.rejects(new EverOS({ baseUrl: "http://127.0.0.1:9", retries: 0 }).flush({ session_id: "s" }), ConnectionError);
});

test("a call that is given up ends at once, between two attempts, too", async () => {
  answers = [refused(503, { "retry-after": "15" })];
  const given = new AbortController();
  setTimeout(() => given.abort(new Error("enough")), 50);
  await assert.rejects(memory().flush({ session_id: "s" }, { signal: given.signal }), { message: "enough" });
  await assert.rejects(memory().flush({ session_id: "s" }, { signal: given.signal }), { message: "enough" });
  assert.equal(bodies.length, 1);
});

test("the key goes with each call, and a wrong setting is told", async () => {
  answers = [ok({})];
  await memory({ apiKey: "k1.secret", baseUrl: `${url}/` }).flush({ session_id: "s" });
  assert.equal(headers[0]?.authorization, "Bearer k1.secret");
  assert.throws(() => new EverOS({ baseUrl: "localhost:8000" }), EverOSError);
  assert.throws(() => new EverOS({ apiKey: "two\nlines" }), EverOSError);
});

test("an id is one step of the path, whatever is in it", async () => {
  const paths: (string | undefined)[] = [];
  answers = [(response, request) => { paths.push(request.url); ok({})(response, request); }];
  await memory().getOne("../ä ?#/x", { app_id: "a&b" });
  assert.deepEqual(paths, ["/api/v2/memory/..%2F%C3%A4%20%3F%23%2Fx?app_id=a%26b"]);
});
