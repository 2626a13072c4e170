import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { isConflict } from "../src/base/errors.ts";
import type { Session } from "../src/schema/session.ts";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { createEmbeddedQueue } from "../src/stores/queue/embedded/embedded-queue.ts";
import { type Link, openLink } from "../src/stores/queue/postgres/link.ts";
import { createPostgresQueue } from "../src/stores/queue/postgres/postgres-queue.ts";
import type { Queue } from "../src/stores/queue/queue.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import { takeOwnerLock } from "../src/stores/sqlite/owner-lock.ts";
import type { Store } from "../src/stores/store.ts";
import { makeMessage, makeSession } from "../src/testing/fixtures.ts";
import type { QueueProcessOptions } from "../src/testing/queue-fleet-contract.ts";

// A process of its own for src/testing/queue-fleet-contract.ts. Sessions are real rows of a real
// store: a push follows the commit of a message, and work ends with a move of the session.

export type Given = QueueProcessOptions & {
  /** The folder of an embedded store, or the address of PostgreSQL. */
  readonly folder?: string;
  readonly url?: string;
  readonly leaseMs: number;
};

const given = JSON.parse(process.argv[2] ?? "{}") as Given;
const { concurrency = 32, isIdle, holds, diesWith, failingPushes = 0, leaseMs } = given;
const say = (line: string) => process.stdout.write(`${line}\n`);
const idOf = (name: string) => `session_${name}`;
const nameOf = (id: string) => id.replace("session_", "");

if (given.isWithoutPolls) {
  const never = setInterval(() => {}, 1_000_000);
  globalThis.setInterval = (() => never) as unknown as typeof setInterval;
}

async function open(): Promise<{ store: Store; queue: Queue }> {
  if (given.folder !== undefined) {
    takeOwnerLock(join(given.folder, "owner.lock"));
    const store = openSqliteStore(join(given.folder, "capstan.db"));
    return { store, queue: createEmbeddedQueue(concurrency) };
  }
  const store = await openPostgresStore(given.url ?? "");
  const queue = createPostgresQueue(refusing(openLink(given.url ?? "")), {
    concurrency,
    leaseMs,
    sweepMs: leaseMs,
    unfinished: () => store.sessions.listUnfinished(),
  });
  return { store, queue };
}

/** Its first pushes fail. */
function refusing(link: Link): Link {
  let left = failingPushes;
  return {
    ...link,
    async query<Row>(text: string, values?: readonly unknown[]) {
      if (left > 0 && text.includes("insert into work")) {
        left -= 1;
        throw new Error("The database refused this.");
      }
      return link.query<Row>(text, values);
    },
  };
}

const { store, queue } = await open().catch((error: unknown) => {
  say("refused");
  process.exitCode = 1;
  throw error;
});
const ends = new Map<string, () => void>();

async function accept(name: string): Promise<void> {
  const session = makeSession({ id: idOf(name), state: "in_progress", turn: 1, lastTurn: 1 });
  const message = makeMessage({ id: `msg_${name}`, sessionId: session.id, turn: 2 });
  await store.journal.commit("test.accept", [
    { type: "session.add", session },
    { type: "message.accept", message },
  ]);
}

async function work(id: string, isTakeover: boolean): Promise<void> {
  const name = nameOf(id);
  const session = await store.sessions.get(id);
  if (session?.state !== "in_progress") return;
  say(`begun ${name} ${isTakeover ? "takeover" : "fresh"}`);
  // Its line has to be out.
  if (name === diesWith) await delay(100).then(() => process.kill(process.pid, "SIGKILL"));
  if (holds) await new Promise<void>((resolve) => ends.set(name, resolve));
  await end(session, name);
}

async function end(session: Session, name: string): Promise<void> {
  const { version, lastTurn } = session;
  const ended = { ...session, state: "completed" as const, turn: lastTurn, version: version + 1 };
  try {
    await store.journal.commit("test.end", [
      { type: "session.move", session: ended, expect: version },
    ]);
    say(`done ${name}`);
  } catch (error) {
    if (!isConflict(error)) throw error;
    say(`late ${name}`);
  }
}

const COMMANDS: Readonly<Record<string, (name: string) => Promise<void>>> = {
  async push(name) {
    await accept(name);
    queue.push(idOf(name));
    say(`pushed ${name}`);
  },
  async store(name) {
    await accept(name);
    say(`stored ${name}`);
  },
  async finish(name) {
    ends.get(name)?.();
  },
};

createInterface(process.stdin)
  .on("line", (line) => {
    const [command = "", name = ""] = line.split(" ");
    void COMMANDS[command]?.(name);
  })
  .on("close", () => process.exit());
if (!isIdle) queue.start(work);
for (const id of await store.sessions.listUnfinished()) queue.push(id, true);
