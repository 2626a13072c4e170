import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as z from "zod";
import { assemble } from "../src/app/assemble.ts";
import type { AssembleOptions } from "../src/app/assemble-options.ts";
import { readPolicies } from "../src/app/read-policies.ts";
import { Settings } from "../src/app/settings.ts";
import type { JsonValue } from "../src/base/json.ts";
import { acceptMessage } from "../src/engine/sessions/accept-message.ts";
import { type NewSession, openSession } from "../src/engine/sessions/open-session.ts";
import { requireSession } from "../src/engine/sessions/require-session.ts";
import { until } from "../src/engine/until.ts";
import type { Call } from "../src/gate/call.ts";
import { directCall } from "../src/gate/direct-call.ts";
import { invoke } from "../src/gate/invoke.ts";
import type { Script } from "../src/models/scripted/script.ts";
import { createScriptedModel } from "../src/models/scripted/scripted-model.ts";
import { createCedarPolicy } from "../src/policy/create-cedar-policy.ts";
import type { Permissions } from "../src/policy/permissions.ts";
import type { Policy } from "../src/policy/policy.ts";
import type { Actor } from "../src/schema/actor.ts";
import type { Approval } from "../src/schema/approval.ts";
import type { AuditRecord } from "../src/schema/audit-record.ts";
import type { Profile } from "../src/schema/profile.ts";
import type { Session } from "../src/schema/session.ts";
import type { Store } from "../src/stores/store.ts";
import { createManualClock } from "../src/testing/manual-clock.ts";
import { createWitness, witnessed } from "../src/testing/witness.ts";
import { openTestStore } from "./open-test-store.ts";

export const OWNER: Actor = { id: "prn_owner", scopes: ["invoke", "approve"] };
export const ADMIN: Actor = { id: "prn_admin", scopes: ["invoke", "approve", "admin"] };

type HarnessOptions = {
  readonly profile?: Profile;
  readonly steps?: Script["steps"];
  readonly limits?: Partial<Settings["limits"]>;
  /** The rest of `settings.json`, as it is written. */
  readonly settings?: Omit<z.input<typeof Settings>, "limits" | "policy">;
  /** Rules of the owner's own. */
  readonly policyTexts?: readonly string[];
  readonly permissions?: z.input<typeof Permissions>;
} & Partial<Omit<AssembleOptions, "settings">>;

const shipped = new Map<Profile, Policy>();

/** The same for every test: a policy keeps nothing, and making one takes a tenth of a second. */
function shippedPolicy(profile: Profile): Policy {
  const known = shipped.get(profile);
  if (known) return known;
  const { policy: settings } = Settings.parse({ policy: { profile } });
  const policy = createCedarPolicy(readPolicies(settings, undefined));
  shipped.set(profile, policy);
  return policy;
}

/** A whole Capstan in this process: real store, real gate, a witness file, a clock that stands still. */
export async function openHarness(options: HarnessOptions = {}) {
  const {
    profile = "risk",
    steps = [],
    limits = {},
    settings,
    permissions,
    policyTexts,
    ...rest
  } = options;
  const folder = mkdtempSync(join(tmpdir(), "capstan-test-"));
  const witness = join(folder, "witness.txt");
  const policyFolder = join(folder, "policy");
  mkdirSync(policyFolder);
  for (const [index, text] of (policyTexts ?? []).entries()) {
    writeFileSync(join(policyFolder, `${index}.cedar`), text);
  }
  const clock = createManualClock();
  const store = rest.store ?? (await openTestStore(folder));
  const reported: unknown[] = [];
  const assembled = await assemble({
    store,
    model: createScriptedModel({ steps }),
    capabilities: [createWitness(witness)],
    clock,
    policyFolder,
    ...(!policyTexts && !permissions && { policy: shippedPolicy(profile) }),
    report: (error) => reported.push(error),
    ...rest,
    settings: Settings.parse({
      ...settings,
      policy: { profile, permissions },
      // Who counts records or checkpoints seals by hand.
      limits: { seal_every_ms: 3_600_000, ...limits },
    }),
  });
  const { engine } = assembled;
  const { gate } = engine;
  if (!(await store.agents.get("agent_witness"))) await addWitness(store, rest);
  await assembled.start();

  const call = (toolId: string, inputs: JsonValue, more: Partial<Call> = {}): Call =>
    directCall(gate, { toolId, inputs, actor: OWNER, ...more });

  const records = async (): Promise<readonly AuditRecord[]> => {
    const { items } = await store.audit.list({ limit: 1_000, offset: 0 });
    return items.toReversed();
  };

  return {
    engine,
    gate,
    store,
    clock,
    folder,
    witnessFile: witness,
    reported,
    call,
    lines: () => witnessed(witness),
    invoke: (toolId: string, inputs: JsonValue, more?: Partial<Call>) =>
      invoke(gate, call(toolId, inputs, more)),
    openSession: (wanted: Partial<NewSession> = {}, actor = ADMIN): Promise<Session> =>
      openSession(engine, { agentId: "agent_witness", ...wanted }, actor),
    /** Sends a message and waits until the session rests. */
    async say(sessionId: string, content = "go"): Promise<Session> {
      await acceptMessage(engine, sessionId, { content });
      return this.rest(sessionId);
    },
    async rest(sessionId: string): Promise<Session> {
      await until(engine.signals, sessionId, 5_000, async () => {
        const { state, turn, lastTurn } = await requireSession(gate, sessionId);
        return state !== "in_progress" && (turn === lastTurn || state === "input_required");
      });
      return requireSession(gate, sessionId);
    },
    async pending(): Promise<readonly Approval[]> {
      const filter = { state: "pending", limit: 100, offset: 0 } as const;
      const { items } = await engine.gate.store.approvals.list(filter);
      return items.toReversed();
    },
    records,
    audited: async () => (await records()).map((record) => record.type),
    async close() {
      await assembled.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof openHarness>>;

async function addWitness(store: Store, { capabilities }: Pick<HarnessOptions, "capabilities">) {
  await store.journal.commit("agent.add", [
    {
      type: "agent.add",
      agent: {
        id: "agent_witness",
        name: "witness",
        systemPrompt: "Say what happened.",
        status: "active",
        capabilities: ["test_math", ...(capabilities ? [] : ["witness"])],
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    },
  ]);
}
