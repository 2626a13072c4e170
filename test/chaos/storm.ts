import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assemble } from "../../src/app/assemble.ts";
import { type Backend, openBackend } from "../../src/app/open-backend.ts";
import { CapstanError } from "../../src/base/errors.ts";
import { newMasterKey } from "../../src/base/keyring.ts";
import { acceptMessage } from "../../src/engine/sessions/accept-message.ts";
import { createAgent } from "../../src/engine/sessions/agents.ts";
import { cancelSession } from "../../src/engine/sessions/cancel-session.ts";
import { openSession } from "../../src/engine/sessions/open-session.ts";
import { requireSession } from "../../src/engine/sessions/require-session.ts";
import type { BuiltinCapability } from "../../src/features/builtin-capability.ts";
import type { Model } from "../../src/models/model.ts";
import type { Actor } from "../../src/schema/actor.ts";
import { faultyStore } from "../../src/testing/faults.ts";
import type { Round, Storm } from "./watch-storm.ts";

// A thread of its own: the test that watches it must go on when this event loop stands still.
const { url, file, rounds, atOnce } = workerData as Storm;
const actor: Actor = { id: "prn_owner", scopes: ["invoke", "approve"] };
const REST_MS = 30_000;
const LOOK_MS = 5;
const ANSWERS = 2;
/** Whoever asks for these is told that they failed. */
const NOT_OF_TURN = /^commit (?:session\.open|message\.accept|turn\.cancel):/;

const looker: BuiltinCapability = {
  id: "looker",
  name: "Looker",
  description: "Looks for a moment.",
  status: "available",
  tools: [
    {
      name: "look",
      description: "Looks for a moment.",
      riskLevel: "LOW",
      behaviour: { readOnly: true },
      inputSchema: { type: "object", properties: { ms: { type: "number" } } },
      async run({ ms }) {
        if (Number(ms) > 0) await delay(Number(ms));
        return { seen: true };
      },
    },
  ],
};

/** Calls what the message lists, twice. */
const model: Model = {
  async respond({ messages, callsBefore }) {
    const content = messages.findLast(({ role }) => role === "user")?.content;
    const calls = JSON.parse(String(content)) as Round["calls"];
    if (callsBefore >= ANSWERS) return { text: "done", toolCalls: [] };
    return { text: "", toolCalls: calls.map((ms) => ({ name: "look", input: { ms } })) };
  },
};

const masterKey = newMasterKey();
const faults: { readonly fault: NonNullable<Round["fault"]>; commits: number }[] = [];

const ERRORS = {
  conflict: () => new CapstanError("STATE_CONFLICT", "Another process was first."),
  unavailable: () => new CapstanError("STORE_UNAVAILABLE", "The database did not answer."),
  lost: () => new Error("The connection was lost."),
};

/** Each fault strikes a commit of some turn, once. */
function strike(point: string): void {
  if (NOT_OF_TURN.test(point)) return;
  for (const one of faults) if (point.endsWith(one.fault.at)) one.commits += 1;
  const due = faults.findIndex(({ fault, commits }) => commits > fault.after);
  if (due < 0) return;
  const [{ fault } = { fault: undefined }] = faults.splice(due, 1);
  if (fault) throw ERRORS[fault.kind]();
}

async function openStore(): Promise<Backend> {
  return openBackend({
    env: url === undefined ? {} : { DATABASE_URL: url },
    database: file ?? ":memory:",
    report: () => {},
  });
}

async function start(backend: Backend) {
  const assembled = await assemble({
    ...backend,
    store: faultyStore(backend.store, strike),
    model,
    masterKey,
    capabilities: [looker],
    report: () => {},
  });
  await assembled.start();
  return assembled;
}

// The second one does not know the calls that are under way in the first. One file of SQLite has one
// store: there the second is another engine on it.
const own = await openStore();
const first = await start(own);
const second = await start(
  url === undefined ? { store: { ...own.store, close: async () => {} } } : await openStore(),
);
const { engine } = first;
const wanted = { name: "looker", systemPrompt: "", capabilities: ["looker"] };
const { id: agentId } = await createAgent(engine, wanted, "owner");

/** Sends a message, then ends its turn at some instant. Returns the state that it came to. */
async function cancelOnce({ calls, waitMs, by, fault }: Round): Promise<string> {
  const { id } = await openSession(engine, { agentId }, actor);
  await acceptMessage(engine, id, { content: JSON.stringify(calls) });
  if (fault) faults.push({ fault, commits: 0 });
  await delay(waitMs);
  await cancelSession({ first, second }[by].engine, id, actor);
  for (let waited = 0; waited < REST_MS; waited += LOOK_MS) {
    const { state, turn, lastTurn } = await requireSession(engine.gate, id);
    if (turn === lastTurn && state !== "in_progress" && state !== "pending") return state;
    await delay(LOOK_MS);
  }
  return "never at rest";
}

const beat = setInterval(() => parentPort?.postMessage({ type: "beat" }), 50);
const states = new Map<string, number>();
const left = [...rounds];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let round = left.shift(); round; round = left.shift()) {
      const state = await cancelOnce(round);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
  }),
);
clearInterval(beat);
await second.stop();
await first.stop();
parentPort?.postMessage({ type: "done", states });
