import { setTimeout } from "node:timers/promises";
import { isConflict } from "../src/base/errors.ts";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { openLink } from "../src/stores/queue/postgres/link.ts";
import { createPostgresQueue } from "../src/stores/queue/postgres/postgres-queue.ts";
import type { Store } from "../src/stores/store.ts";
import * as make from "../src/testing/fixtures.ts";

// A process of its own for tests that need several, or that kill one. It writes what it has done,
// a line each, and ends when its input does.

const session = make.makeSession();

const TASKS = new Map<string, (store: Store, url: string, count: number) => Promise<void>>([
  ["append", append],
  ["move", move],
  ["steps", steps],
  ["work", work],
]);

/** Records at the end of one stream that others append to as well. */
async function append({ journal }: Store, _url: string, count: number): Promise<void> {
  const entry = make.makeAuditEntry({ stream: "system" });
  for (let n = 0; n < count; n++)
    await journal.commit("test.append", [{ type: "audit.add", entry }]);
}

/** Waits for the session, then moves it from whatever version it meets, until it has won `count`. */
async function move({ journal, sessions }: Store, _url: string, count: number): Promise<void> {
  console.log("ready");
  for (let won = 0; won < count; ) {
    const version = (await sessions.get(session.id))?.version;
    if (version === undefined) continue;
    const moved = make.makeSession({ version: version + 1 });
    try {
      await journal.commit("test.move", [
        { type: "session.move", session: moved, expect: version },
        { type: "event.add", event: make.makeEvent() },
      ]);
      console.log(version);
      won += 1;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}

/** Steps of several rows each, until someone kills it. */
async function steps({ journal }: Store): Promise<void> {
  for (let turn = 1; ; turn++) {
    await journal.commit("test.step", [
      { type: "message.accept", message: make.makeMessage({ turn }) },
      { type: "message.add", message: make.makeMessage({ turn, position: 1 }) },
      { type: "event.add", event: make.makeEvent({ turn }) },
      { type: "audit.add", entry: make.makeAuditEntry({ data: { turn } }) },
    ]);
    console.log(turn);
  }
}

/** Takes a session from the queue and never finishes it. */
async function work(_store: Store, url: string, leaseMs: number): Promise<void> {
  const queue = createPostgresQueue(openLink(url), { leaseMs });
  queue.start(async (sessionId) => {
    console.log(sessionId);
    await setTimeout(60_000);
  });
  await setTimeout(60_000);
}

const [task = "", url = "", count = "0"] = process.argv.slice(2);
process.stdin.resume().on("end", () => process.exit());
const store = await openPostgresStore(url);
await TASKS.get(task)?.(store, url, Number(count));
process.exit();
