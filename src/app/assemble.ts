import { createIds } from "../base/ids.ts";
import { openCatalog } from "../catalog/catalog.ts";
import type { Engine } from "../engine/engine.ts";
import { expireApprovals } from "../engine/expire-approvals.ts";
import { recover } from "../engine/recover.ts";
import { toolMessageChange } from "../engine/tool-message.ts";
import { work } from "../engine/work.ts";
import { createInProcessExecutor } from "../execution/in-process/in-process-executor.ts";
import { createProfilePolicy } from "../policy/profile-policy.ts";
import type { BuiltinCapability } from "../ports/builtin-capability.ts";
import type { Clock } from "../ports/clock.ts";
import type { Executor } from "../ports/executor.ts";
import type { Model } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";
import type { Store } from "../ports/store.ts";
import { createEmbeddedQueue } from "../queue/embedded/embedded-queue.ts";
import { createEmbeddedSignals } from "../queue/embedded/embedded-signals.ts";
import type { Gate } from "../runtime/gate.ts";
import { createInFlight } from "../runtime/in-flight.ts";
import { type Grants, NO_GRANTS } from "../schema/grants.ts";
import type { Tool } from "../schema/tool.ts";
import { BUILTINS, createBuiltinRegistry } from "../sources/builtin/builtin-registry.ts";
import { ensureAssistant } from "./ensure-assistant.ts";
import { Settings } from "./settings.ts";
import { signalCommits } from "./signal-commits.ts";
import { systemClock } from "./system-clock.ts";

export type AssembleOptions = {
  readonly store: Store;
  readonly model: Model;
  readonly settings?: Settings;
  /** Beside those that ship. */
  readonly capabilities?: readonly BuiltinCapability[];
  readonly policy?: Policy;
  readonly clock?: Clock;
  readonly report?: (error: unknown) => void;
  readonly grantsOf?: (tool: Tool, sessionId: string | null) => Grants;
  /** Stands between the gate and the executor; tests kill the process here. */
  readonly wrapExecutor?: (executor: Executor) => Executor;
};

export type Assembled = {
  readonly engine: Engine;
  /** Takes up what was left unfinished, and begins to work. */
  start(): Promise<void>;
  /** Finishes what runs, starts nothing new, closes the store. */
  stop(): Promise<void>;
};

const EXPIRY_CHECK_MS = 1_000;

/** Puts adapters, gate and engine together. The same for a server, a library and a test. */
export async function assemble(options: AssembleOptions): Promise<Assembled> {
  const { clock = systemClock, settings = Settings.parse({}), report = () => {} } = options;
  const capabilities = [...BUILTINS, ...(options.capabilities ?? [])];
  const signals = createEmbeddedSignals();
  const store = signalCommits(options.store, signals);
  const newId = createIds(() => clock.now());
  const inProcess = createInProcessExecutor(capabilities, clock);
  const gate: Gate = {
    catalog: await openCatalog([createBuiltinRegistry(capabilities)]),
    policy: options.policy ?? createProfilePolicy(settings.policy.profile),
    executors: new Map([["builtin", options.wrapExecutor?.(inProcess) ?? inProcess]]),
    store,
    clock,
    newId,
    owner: newId("evt"),
    limits: {
      approvalTtlMs: settings.limits.approval_ttl_s * 1_000,
      startWithinMs: settings.limits.start_within_ms,
      outputBytes: settings.limits.output_bytes,
    },
    inFlight: createInFlight(),
    grantsOf: options.grantsOf ?? (() => NO_GRANTS),
    onOutcome: (invocation, outcome) => toolMessageChange({ clock }, invocation, outcome),
  };
  const engine: Engine = {
    gate,
    model: options.model,
    queue: createEmbeddedQueue(),
    signals,
    turns: new Map(),
    report,
    limits: { stepsPerTurn: settings.limits.steps_per_turn },
  };
  await ensureAssistant(gate);

  let expiry: NodeJS.Timeout | undefined;
  return {
    engine,
    async start() {
      engine.queue.start((sessionId) => work(engine, sessionId));
      expiry = setInterval(() => void expireApprovals(engine).catch(report), EXPIRY_CHECK_MS);
      expiry.unref();
      await recover(engine);
    },
    async stop() {
      clearInterval(expiry);
      await engine.queue.stop();
      await store.close();
    },
  };
}
