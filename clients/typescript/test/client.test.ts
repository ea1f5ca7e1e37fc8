/** The client against a real server, at EVEROS_URL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConflictError, EverOS, InvalidRequestError, NotFoundError } from "everos";

const memory = new EverOS({ baseUrl: process.env.EVEROS_URL!, retries: 0 });
const DAY = 86_400_000;
const NOON = 1748347200000;
const say = (content: string, timestamp: number, sender_id = "zoë") => ({ sender_id, role: "user" as const, content, timestamp });

test("what was said is found, corrected and forgotten", async () => {
  const messages = [say("I keep bees on the roof of the town hall.", NOON)];
  assert.equal((await memory.add({ session_id: "bees", messages })).message_count, 1);
  assert.equal((await memory.flush({ session_id: "bees" })).status, "extracted");
  const found = await memory.search({ user_id: "zoë", query: "Where are the bees?" });
  const [episode] = found.episodes ?? [];
  assert.match(episode!.episode, /town hall/);

  const one = await memory.getOne(episode!.id);
  assert.equal(one.kind, "episode");
  await memory.edit(episode!.id, { summary: "Bees live on the town hall.", expected_hash: one.hash, reason: "shorter" });
  await assert.rejects(memory.edit(episode!.id, { summary: "Late.", expected_hash: one.hash }), ConflictError);
  const [change] = await memory.history(episode!.id);
  assert.equal(change?.reason, "shorter");
  const verified = await memory.verify({ id: episode!.id, by: "human:zoë" });
  assert.equal(verified.verified_by, "human:zoë");

  const archive = await new Response(await memory.export({ user_id: "zoë" })).arrayBuffer();
  assert.deepEqual([...new Uint8Array(archive).slice(0, 2)], [0x50, 0x4b]);

  const gone = await memory.delete({ id: episode!.id });
  assert.equal((await memory.receipt(gone.receipt_id!)).id, gone.receipt_id);
  await assert.rejects(memory.getOne(episode!.id), NotFoundError);
});

test("a message that comes twice is stored once", async () => {
  const messages = [{ ...say("Once.", NOON), message_id: "m-1" }];
  await memory.add({ session_id: "twice", messages });
  assert.equal((await memory.add({ session_id: "twice", messages })).duplicates, 1);
});

test("all pages of a list come as one", async () => {
  for (let day = 0; day < 5; day++) {
    const session_id = `walk-${day}`;
    await memory.add({ session_id, messages: [say(`On day ${day} I walked to bridge number ${day}.`, NOON + day * DAY, "yusuf")] });
    await memory.flush({ session_id });
  }
  const listed = [];
  for await (const episode of memory.list({ user_id: "yusuf", memory_type: "episode", page_size: 2, sort_order: "asc" })) {
    listed.push(episode.session_id);
  }
  assert.deepEqual(listed, ["walk-0", "walk-1", "walk-2", "walk-3", "walk-4"]);
  for await (const none of memory.list({ user_id: "nobody", memory_type: "profile" })) assert.fail(none.id);
});

test("a refusal says what is wrong", async () => {
  const error = await memory.search({ query: "whose?" }).catch((each) => each);
  assert.ok(error instanceof InvalidRequestError);
  assert.match(error.message, /exactly one of user_id \/ agent_id/);
  assert.match(error.requestId!, /^[0-9a-f]{32}$/);
});
