import { fileURLToPath } from "node:url";
import type { Engine } from "../engine/engine.ts";
import { findIn } from "../engine/feature-key.ts";
import { createPrices } from "../engine/model/prices.ts";
import { openServerModel } from "../engine/model/server-model.ts";
import { recover } from "../engine/recover.ts";
import { keepDefaultAgent } from "../engine/sessions/default-agent.ts";
import { endDisabled } from "../engine/sessions/end-disabled.ts";
import { expireApprovals } from "../engine/sessions/expire-approvals.ts";
import { excuseTakeovers } from "../engine/takeovers.ts";
import { work } from "../engine/work.ts";
import type { Feature } from "../features/feature.ts";
import type { Gate } from "../gate/gate.ts";
import { createWebClient } from "../sandbox/network/create-web-client.ts";
import { createHostProxy } from "../sandbox/network/host-proxy.ts";
import { createEmbeddedDeltas } from "../stores/queue/embedded/embedded-deltas.ts";
import { createEmbeddedLeases } from "../stores/queue/embedded/embedded-leases.ts";
import { createEmbeddedQueue } from "../stores/queue/embedded/embedded-queue.ts";
import { createEmbeddedSignals } from "../stores/queue/embedded/embedded-signals.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { checkMasterKey } from "./check-master-key.ts";
import { countCommits } from "./count-commits.ts";
import { deliverOnce } from "./deliver-once.ts";
import { engineLimits } from "./engine-limits.ts";
import { openFeatures } from "./features.ts";
import { followOthers } from "./follow-others.ts";
import { type House, keepHouse } from "./keep-house.ts";
import { createLiveness } from "./liveness.ts";
import { watchDrift } from "./note-drift.ts";
import { notePolicy } from "./note-policy.ts";
import { noteSeen } from "./note-seen.ts";
import { knownTo, openGate } from "./open-gate.ts";
import { openIsolation } from "./open-isolation.ts";
import { openModel } from "./open-model.ts";
import { readPolicies } from "./read-policies.ts";
import { repeat } from "./repeat.ts";
import { createSandboxHealth } from "./sandbox-health.ts";
import { openServices } from "./services.ts";
import { Settings } from "./settings.ts";
import { signalCommits } from "./signal-commits.ts";
import { NO_TELEMETRY } from "./telemetry/telemetry.ts";
import { tidy } from "./tidy.ts";

export type Assembled = {
  readonly engine: Engine;
  /** Takes up what was left unfinished, and begins to work. */
  start(): Promise<void>;
  /** Finishes what runs, starts nothing new, closes the store. */
  stop(): Promise<void>;
};

const HOST_PROXY = fileURLToPath(new URL("../../entry/host-proxy.mjs", import.meta.url));
const HOUSEKEEPING_MS = 1_000;
/** How far what is told of who was here may lag behind. */
const SEEN_MS = 60_000;
const TIDY_MS = 600_000;

/** Puts adapters, gate and engine together. The same for a server, a library and a test. */
export async function assemble(options: AssembleOptions): Promise<Assembled> {
  const { settings = Settings.parse({}), report = () => {}, telemetry = NO_TELEMETRY } = options;
  const web = createWebClient({ allowHosts: settings.web_fetch.allow_hosts });
  const proxy = createHostProxy({
    allowHosts: settings.web_fetch.allow_hosts,
    program: HOST_PROXY,
    report,
  });
  const isolation = openIsolation({
    setting: settings.sandbox,
    proxy,
    env: process.env,
    memoryMb: settings.limits.sandbox_memory_mb,
  });
  const { shared } = options;
  const signals = shared?.signals ?? createEmbeddedSignals();
  const counted = countCommits(() => ({
    queue_depth: engine.queue.depth,
    turns_running: engine.turns.size,
    resident_bytes: process.memoryUsage.rss(),
    uptime_seconds: process.uptime(),
  }));
  const deltas = shared?.deltas ?? createEmbeddedDeltas();
  let features: readonly Feature[] = [];
  const services = await openServices(options, {
    ...{ settings, web, isolation },
    watchers: [
      ...[telemetry.commits, counted.stage, signalCommits(signals)],
      {
        after: (changes) => {
          for (const { onCommit } of features) onCommit?.(changes);
        },
      },
    ],
  });
  const { filesOf, workspaces, warm } = services;
  const opened = await openFeatures(options, services, () => engine);
  const { found, hooks } = opened;
  features = opened.features;
  const limits = engineLimits(settings);
  const { gate, composer, conversations, policies, toldProgress } = await openGate(options, {
    ...{ services, features, hooks, limits, telemetry, deltas },
    engine: () => engine,
  });
  const open = options.openModel ?? ((name, access) => openModel(name, process.env, access));
  const serverModel = await openServerModel({
    gate,
    own: {
      name: settings.model,
      model: telemetry.model(options.model, settings.model),
      ...(options.chosen ?? { source: "default", by: null }),
    },
    open: (name, access) => telemetry.model(open(name, access), name),
    listed: settings.models,
    report,
  });
  const engine: Engine = {
    gate,
    serverModel,
    get model() {
      return serverModel.answering().model;
    },
    get modelName() {
      return serverModel.answering().name;
    },
    modelOf: serverModel.of,
    checkModel: serverModel.check,
    policiesInForce: policies,
    priceOf: createPrices(settings.prices),
    queue: shared?.queue ?? createEmbeddedQueue(),
    signals,
    deltas,
    partialAnswers: new Map(),
    isShared: shared !== undefined,
    metrics: counted.metrics,
    conversations,
    turns: new Map(),
    drain: { requested: false },
    report,
    readPolicies: () => ({
      ...readPolicies(settings.policy, options.policyFolder),
      ...knownTo(gate.people),
    }),
    composer,
    features: features.flatMap(({ session }) => (session ? [session] : [])),
    registries: features.flatMap(({ registry }) => (registry ? [registry] : [])),
    shippedTakenIn: found.shipped,
    foldersTakenIn: found.all,
    toldProgress,
    filesOf,
    workspaces,
    of: findIn(features.flatMap(({ keeps = [] }) => keeps)),
    sandboxHealth: createSandboxHealth(isolation),
    settings: {
      models: settings.models ?? null,
      quotas: settings.quotas,
      allowedHosts: settings.allowed_hosts,
      webFetchHosts: settings.web_fetch.allow_hosts,
    },
    limits,
  };
  const liveness = createLiveness(gate);
  if (shared) await liveness.beat();
  await checkMasterKey(gate);
  await keepDefaultAgent(engine);
  await notePolicy(gate);
  const drift = await watchDrift(gate, report);

  let isStarted = false;
  const leases = shared?.leases ?? createEmbeddedLeases();
  let house: House | undefined;
  let stops: (() => Promise<void>)[] = [];
  return {
    engine,
    async start() {
      engine.queue.start((id, isTakeover) =>
        telemetry.turn(id, () => work(engine, id, isTakeover)),
      );
      isStarted = true;
      const ticks = features.flatMap(({ tick }) => tick ?? []);
      const keeper = await keepHouse(leases, "system:housekeeping", report);
      house = keeper;
      const sealOrKeep = () => (keeper.isHeld ? gate.auditor.seal() : gate.auditor.keep());
      stops = [
        ...ticks.map((tick) => repeat(HOUSEKEEPING_MS, tick, report)),
        repeat(HOUSEKEEPING_MS, () => expireApprovals(engine), report),
        repeat(HOUSEKEEPING_MS, () => endDisabled(engine), report),
        repeat(SEEN_MS, () => noteSeen(gate), report),
        repeat(settings.limits.seal_every_ms, sealOrKeep, report),
        ...(await deliverOnce({ gate, leases, report }, settings.webhook)),
        repeat(TIDY_MS, () => tidy(engine, features), report),
        ...(shared ? followOthers(engine, { liveness, features }, report) : []),
      ];
      await recover(engine);
      for (const { start } of features) start?.();
      // Processes of a fleet may know different sources: there each session asks for itself.
      if (!shared) followCatalog(engine);
    },
    async stop() {
      engine.drain.requested = true;
      if (isStarted) await excuseTakeovers(engine).catch(report);
      isStarted = false;
      for (const { stop } of features) await stop?.();
      await engine.queue.stop();
      for (const stop of stops) await stop();
      await Promise.all([gate.catalog.close(), warm.close()]);
      await proxy.stop();
      await workspaces.close();
      await drift.settled();
      if (house) await sealAtEnd(gate, house).catch(report);
      await house?.stop().catch(report);
      if (shared) await liveness.end().catch(report);
      await shared?.stop();
      await gate.store.close();
      await telemetry.stop();
    },
  };
}

/** The last process of a fleet to end seals what all have written. */
async function sealAtEnd(gate: Gate, house: House): Promise<void> {
  if (await house.claim()) await gate.auditor.seal();
}

/** The agent that ships has every new capability at once. */
function followCatalog(engine: Engine): void {
  const { gate, drain, report, shippedTakenIn } = engine;
  const keep = () => {
    if (!drain.requested) keepDefaultAgent(engine).catch(report);
  };
  gate.catalog.onChange(keep);
  void shippedTakenIn().then(keep);
}
