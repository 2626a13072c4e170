import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assemble } from "../../src/app/assemble.ts";
import { openBackend } from "../../src/app/open-backend.ts";
import { CapstanError } from "../../src/base/errors.ts";
import { newMasterKey } from "../../src/base/keyring.ts";
import { acceptMessage } from "../../src/engine/sessions/accept-message.ts";
import { createAgent } from "../../src/engine/sessions/agents.ts";
import { cancelSession } from "../../src/engine/sessions/cancel-session.ts";
import { openSession } from "../../src/engine/sessions/open-session.ts";
import { requireSession } from "../../src/engine/sessions/require-session.ts";
import { until } from "../../src/engine/until.ts";
import type { BuiltinCapability } from "../../src/features/builtin-capability.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted-model.ts";
import type { Actor } from "../../src/schema/actor.ts";
import { faultyStore } from "../../src/testing/faults.ts";
import { createRandom } from "./random.ts";
import type { Storm } from "./watch-storm.ts";

// A thread of its own: the test that watches it must go on when this event loop stands still.
const { url, file, seed, cancels, atOnce } = workerData as Storm;
const random = createRandom(seed);
const actor: Actor = { name: "owner", scopes: ["invoke", "approve"] };
const REST_MS = 30_000;
const LOOKS = 6;
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
      inputSchema: { type: "object", properties: {} },
      async run() {
        if (random() < 0.5) await delay(random() * 4);
        return { seen: true };
      },
    },
  ],
};

const looks = Array.from({ length: LOOKS }, () => ({ name: "look", input: {} }));
const masterKey = newMasterKey();
let faultsLeft = 0;

async function start() {
  const backend = await openBackend({
    env: url === undefined ? {} : { DATABASE_URL: url },
    database: file ?? ":memory:",
    report: () => {},
  });
  const store = faultyStore(backend.store, (point) => {
    if (faultsLeft === 0 || NOT_OF_TURN.test(point) || random() > 0.3) return;
    faultsLeft -= 1;
    throw random() < 0.5
      ? new CapstanError("STATE_CONFLICT", "Another process was first.")
      : new Error("The connection was lost.");
  });
  const model = createScriptedModel({ steps: [{ tool_calls: looks }, { tool_calls: looks }] });
  const assembled = await assemble({
    ...backend,
    store,
    model,
    masterKey,
    capabilities: [looker],
    report: () => {},
  });
  await assembled.start();
  return assembled;
}

const first = await start();
// On PostgreSQL another process may end the turn: it does not know the calls that are under way.
const servers = url === undefined ? [first] : [first, await start()];
const { engine } = first;
const wanted = { name: "looker", systemPrompt: "", capabilities: ["looker"] };
const { id: agentId } = await createAgent(engine, wanted, "owner");

/** Sends a message, then ends its turn at a random instant. Returns the state that it came to. */
async function cancelOnce(): Promise<string> {
  const { id } = await openSession(engine, { agentId }, actor);
  await acceptMessage(engine, id, { content: "go" });
  await delay(random() * 20);
  const server = servers[Math.floor(random() * servers.length)] ?? first;
  faultsLeft += random() < 0.3 ? 1 : 0;
  await cancelSession(server.engine, id, actor);
  const isAtRest = async () => {
    const { state, turn, lastTurn } = await requireSession(engine.gate, id);
    return turn === lastTurn && state !== "in_progress" && state !== "pending";
  };
  if (!(await until(engine.signals, id, REST_MS, isAtRest))) return "never at rest";
  return (await requireSession(engine.gate, id)).state;
}

const beat = setInterval(() => parentPort?.postMessage({ type: "beat" }), 50);
const states = new Map<string, number>();
let left = cancels;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (left > 0) {
      left -= 1;
      const state = await cancelOnce();
      states.set(state, (states.get(state) ?? 0) + 1);
    }
  }),
);
clearInterval(beat);
for (const server of servers) await server.stop();
parentPort?.postMessage({ type: "done", states });
