import { join } from "node:path";
import { assemble } from "../../src/app/assemble.ts";
import { defineCapability } from "../../src/app/define-capability.ts";
import { openBackend } from "../../src/app/open-backend.ts";
import { acceptMessage } from "../../src/engine/sessions/accept-message.ts";
import { awaitTurn } from "../../src/engine/sessions/await-turn.ts";
import { openSession } from "../../src/engine/sessions/open-session.ts";
import { createAiSdkModel } from "../../src/models/ai-sdk/ai-sdk-model.ts";
import type { Actor } from "../../src/schema/actor.ts";
import type { Store } from "../../src/stores/store.ts";
import type { Contender, Place } from "./contender.ts";
import { createMockModel } from "./mock-model.ts";
import { SYSTEM, TOOL, TOOL_DESCRIPTION } from "./script.ts";
import { databaseBytes, fileBytes } from "./stored-bytes.ts";

const OWNER: Actor = { id: "prn_owner", scopes: ["invoke", "approve"] };
const AGENT = "agent_sums";
const TURN_DEADLINE_MS = 30_000;
/** The same for every process that opens the file. */
const MASTER_KEY = new Uint8Array(32).fill(7);

const sums = defineCapability({
  id: "sums",
  name: "Sums",
  description: "Adds two numbers.",
  status: "available",
  systemPrompt: SYSTEM,
  tools: [
    {
      name: TOOL,
      description: TOOL_DESCRIPTION,
      riskLevel: "LOW",
      behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: { result: { type: "number" } },
        required: ["result"],
      },
      run: ({ a, b }) => ({ result: Number(a) + Number(b) }),
    },
  ],
});

/** This engine as it ships: policy, redaction, audit, checkpoints, durable commits. */
export async function openCapstan({ folder, databaseUrl }: Place): Promise<Contender> {
  const file = join(folder, "capstan.db");
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const backend = await openBackend({ env, database: file, report: console.error });
  const { engine, start, stop } = await assemble({
    ...backend,
    model: createAiSdkModel({ load: async () => createMockModel(), name: "mock" }),
    capabilities: [sums],
    masterKey: MASTER_KEY,
    report: console.error,
  });
  await addAgent(backend.store);
  await start();
  return {
    async openSession() {
      return (await openSession(engine, { agentId: AGENT }, OWNER)).id;
    },
    async say(sessionId, content) {
      const { turn } = await acceptMessage(engine, sessionId, { content });
      const { messages } = await awaitTurn(engine, sessionId, turn, TURN_DEADLINE_MS);
      return messages.at(-1)?.content ?? "";
    },
    storedBytes: async () =>
      databaseUrl === undefined ? fileBytes(file) : databaseBytes(databaseUrl),
    close: stop,
  };
}

async function addAgent(store: Store): Promise<void> {
  if (await store.agents.get(AGENT)) return;
  await store.journal.commit("agent.add", [
    {
      type: "agent.add",
      agent: {
        id: AGENT,
        name: "sums",
        systemPrompt: "",
        status: "active",
        capabilities: ["sums"],
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    },
  ]);
}
