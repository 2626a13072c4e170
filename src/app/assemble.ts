import { createIds } from "../base/ids.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { createRedactor } from "../base/redactor.ts";
import { openCatalog } from "../catalog/catalog.ts";
import { createComposer } from "../engine/composer.ts";
import type { Engine } from "../engine/engine.ts";
import { expireApprovals } from "../engine/expire-approvals.ts";
import { findDeferred } from "../engine/find-deferred.ts";
import { recover } from "../engine/recover.ts";
import { toolMessageChange } from "../engine/tool-message.ts";
import { work } from "../engine/work.ts";
import { createInProcessExecutor } from "../execution/in-process/in-process-executor.ts";
import { createCedarPolicy } from "../policy/create-cedar-policy.ts";
import type { BuiltinCapability } from "../ports/builtin-capability.ts";
import type { Clock } from "../ports/clock.ts";
import type { Executor } from "../ports/executor.ts";
import type { Model } from "../ports/model.ts";
import type { Policy } from "../ports/policy.ts";
import type { Store } from "../ports/store.ts";
import { createEmbeddedQueue } from "../queue/embedded/embedded-queue.ts";
import { createEmbeddedSignals } from "../queue/embedded/embedded-signals.ts";
import { createAuditor } from "../runtime/auditor.ts";
import type { Gate } from "../runtime/gate.ts";
import { createHaltSwitch } from "../runtime/halt.ts";
import { createInFlight } from "../runtime/in-flight.ts";
import { protectStore } from "../runtime/protect-store.ts";
import { createQuotas } from "../runtime/quotas.ts";
import { openSecrets } from "../runtime/secrets.ts";
import { type Grants, NO_GRANTS } from "../schema/grants.ts";
import type { Tool } from "../schema/tool.ts";
import { BUILTINS, createBuiltinRegistry } from "../sources/builtin/builtin-registry.ts";
import { createToolSearch } from "../sources/builtin/tool-search.ts";
import { announceApprovals } from "./announce-approvals.ts";
import { deliverAnnouncements } from "./deliver-announcements.ts";
import { ensureAssistant } from "./ensure-assistant.ts";
import { noteDrift } from "./note-drift.ts";
import { notePolicy } from "./note-policy.ts";
import { readPolicies, readShadow } from "./read-policies.ts";
import { repeat } from "./repeat.ts";
import { Settings } from "./settings.ts";
import { signalCommits } from "./signal-commits.ts";
import { systemClock } from "./system-clock.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry/telemetry.ts";

export type AssembleOptions = {
  readonly store: Store;
  readonly model: Model;
  readonly settings?: Settings;
  /** Left out, a new one: what was sealed before cannot be opened, what was signed not verified. */
  readonly masterKey?: Uint8Array;
  /** The folder of the owner's policies. */
  readonly policyFolder?: string;
  /** Beside those that ship. */
  readonly capabilities?: readonly BuiltinCapability[];
  readonly policy?: Policy;
  readonly shadow?: Policy;
  readonly clock?: Clock;
  readonly telemetry?: Telemetry;
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

const HOUSEKEEPING_MS = 1_000;

/** Puts adapters, gate and engine together. The same for a server, a library and a test. */
export async function assemble(options: AssembleOptions): Promise<Assembled> {
  const { settings = Settings.parse({}), report = () => {}, telemetry = NO_TELEMETRY } = options;
  const toolSearch = createToolSearch((...asked) => findDeferred(engine, ...asked));
  const capabilities = [...BUILTINS, toolSearch, ...(options.capabilities ?? [])];
  const gate = await openGate(options, capabilities, settings, telemetry);
  const signals = createEmbeddedSignals();
  const engine: Engine = {
    gate: { ...gate, store: signalCommits(gate.store, signals) },
    model: telemetry.model(options.model, settings.model),
    queue: createEmbeddedQueue(),
    signals,
    turns: new Map(),
    report,
    readPolicies: () => readPolicies(settings.policy, options.policyFolder),
    composer: createComposer(gate.catalog),
    limits: {
      stepsPerTurn: settings.limits.steps_per_turn,
      tools: {
        maxTools: settings.limits.tools_per_request,
        maxTokens: settings.limits.tool_tokens_per_request,
      },
    },
  };
  await ensureAssistant(gate);
  await notePolicy(gate);
  await noteDrift(gate);

  let stops: (() => Promise<void>)[] = [];
  return {
    engine,
    async start() {
      engine.queue.start((id) => telemetry.turn(id, () => work(engine, id)));
      stops = [
        repeat(HOUSEKEEPING_MS, () => expireApprovals(engine), report),
        repeat(HOUSEKEEPING_MS, () => deliverAnnouncements(gate, settings.webhook), report),
        repeat(settings.limits.seal_every_ms, () => gate.auditor.seal(), report),
      ];
      await recover(engine);
    },
    async stop() {
      await engine.queue.stop();
      for (const stop of stops) await stop();
      if (stops.length > 0) await gate.auditor.seal().catch(report);
      await gate.store.close();
      await telemetry.stop();
    },
  };
}

async function openGate(
  options: AssembleOptions,
  capabilities: readonly BuiltinCapability[],
  settings: Settings,
  telemetry: Telemetry,
): Promise<Gate> {
  const { clock = systemClock, policyFolder } = options;
  const newId = createIds(() => clock.now());
  const keyring = createKeyring(options.masterKey ?? newMasterKey());
  const redactor = createRedactor();
  const announced = settings.webhook
    ? announceApprovals(options.store, { clock, newId })
    : options.store;
  const store = protectStore(telemetry.store(announced), { keyring, redactor });
  const inProcess = telemetry.executor(createInProcessExecutor(capabilities, clock));
  const shadow = readShadow(settings.policy, policyFolder);
  return {
    catalog: await openCatalog([createBuiltinRegistry(capabilities)], {
      clock,
      ...(options.report && { report: options.report }),
    }),
    policy: options.policy ?? createCedarPolicy(readPolicies(settings.policy, policyFolder)),
    shadow: options.shadow ?? (shadow ? createCedarPolicy(shadow) : null),
    executors: new Map([["builtin", options.wrapExecutor?.(inProcess) ?? inProcess]]),
    store,
    clock,
    newId,
    keyring,
    redactor,
    secrets: await openSecrets({ store, keyring, redactor, clock }),
    halt: createHaltSwitch(await store.system.halt()),
    quotas: createQuotas(settings.quotas, settings.limits.approvals_per_minute, clock),
    auditor: createAuditor({ store, clock, keyring }),
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
}
