import { CapstanError } from "../base/errors.ts";
import { keepTodos } from "../engine/compaction/keep-todos.ts";
import { createComposer } from "../engine/composition/composer.ts";
import { createConversations } from "../engine/conversations.ts";
import type { Engine } from "../engine/engine.ts";
import { sampleModel } from "../engine/model/sample-model.ts";
import { createSetupOf } from "../engine/setup-of.ts";
import { markTaint } from "../engine/taint.ts";
import { createTellProgress } from "../engine/tell-progress.ts";
import { toolMessageChange } from "../engine/tool-message.ts";
import { BUNDLES } from "../features/bundles/bundles.ts";
import { testOf } from "../features/bundles/tests/trials.ts";
import type { Feature } from "../features/feature.ts";
import { type AccessBook, NOTHING_HELD } from "../gate/access/access-book.ts";
import { performAct } from "../gate/act.ts";
import { createAuditor } from "../gate/audit/auditor.ts";
import { openCatalog } from "../gate/catalog/catalog.ts";
import type { Gate } from "../gate/gate.ts";
import { createHaltSwitch } from "../gate/halt.ts";
import type { Hooks } from "../gate/hooks.ts";
import { createInFlight } from "../gate/in-flight.ts";
import type { People } from "../gate/people/people.ts";
import { createQuotas } from "../gate/quotas.ts";
import { createCedarPolicy } from "../policy/create-cedar-policy.ts";
import type { PolicyOptions } from "../policy/policy-options.ts";
import type { Deltas } from "../stores/queue/deltas.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { createLiveness } from "./liveness.ts";
import { readPolicies, readShadow } from "./read-policies.ts";
import type { Services } from "./services.ts";
import { createStoreListings } from "./store-listings.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

type Parts = {
  readonly services: Services;
  readonly features: readonly Feature[];
  /** Of capabilities in process, by the id of the one that has them. */
  readonly hooks: ReadonlyMap<string, Hooks>;
  readonly limits: Engine["limits"];
  readonly telemetry: Telemetry;
  readonly deltas: Deltas;
  readonly engine: () => Engine;
};

/** Everything between a call and the code that it runs. */
export async function openGate(
  options: AssembleOptions,
  { services, features, hooks, limits, telemetry, deltas, engine }: Parts,
) {
  const { policyFolder, report = () => {} } = options;
  const { settings, store, clock, newId, redactor, access, people, filesOf } = services;
  const catalog = await openCatalog(
    features.flatMap(({ sources = [] }) => sources),
    { listings: createStoreListings({ store, clock, report }), report },
  );
  // The host's may be slow, or never answer: nobody waits for them.
  for (const source of options.sources ?? []) catalog.add(source).catch(report);
  for (const { sync } of features) await sync?.(catalog);

  const calls = features.flatMap(({ call }) => (call ? [call] : []));
  const sessions = features.flatMap(({ session }) => (session ? [session] : []));
  const composer = createComposer(catalog, {
    hooks,
    owned: sessions.flatMap(({ owns }) => owns ?? []),
  });
  const conversations = createConversations(store);
  const policies = { ...readPolicies(settings.policy, policyFolder), ...knownTo(people) };
  const shadow = readShadow(settings.policy, policyFolder);
  const marksTaint = markTaint({ clock });
  const onResults = features.flatMap(({ onResult }) => onResult ?? []);
  const owner = newId("evt");
  const toldProgress: Engine["toldProgress"] = new Map();
  const gate: Gate = {
    catalog,
    policy: options.policy ?? createCedarPolicy(policies),
    shadow:
      options.shadow ?? (shadow ? createCedarPolicy({ ...shadow, ...knownTo(people) }) : null),
    executors: executorsOf(options, features, telemetry),
    ...{ store, clock, newId, redactor, access, people },
    keyring: services.keyring,
    secrets: services.secrets,
    folders: services.folders,
    halt: createHaltSwitch(await store.system.halt(), (id) => people.show(id).name),
    quotas: createQuotas(settings.quotas, settings.limits.approvals_per_minute, clock, {
      testOf: (call) => testOf(engine().of(BUNDLES).trials, call),
      nameOf: (id) => people.show(id).name,
    }),
    auditor: createAuditor({
      ...{ store, clock, newId, report },
      keyring: services.keyring,
      keeper: options.checkpointKeeper,
    }),
    owner,
    isAlive: createLiveness({ store, clock, owner }).isAlive,
    limits: {
      approvalTtlMs: settings.limits.approval_ttl_s * 1_000,
      startWithinMs: settings.limits.start_within_ms,
      outputBytes: settings.limits.output_bytes,
      advice: {
        questions: settings.advisor.questions,
        tokens: settings.advisor.tokens,
        timeMs: 1_000 * settings.advisor.time_s,
      },
    },
    inFlight: createInFlight(),
    questions: new Map(),
    features: calls,
    setupOf: createSetupOf({
      ...{ catalog, store, composer, conversations, filesOf, limits, hooks },
      calls,
      features: sessions,
      accessOf: heldAccess(options, access),
    }),
    report,
    sample: (...asked) => sampleModel(engine(), ...asked),
    act: (...asked) => performAct(gate, ...asked),
    onProgress: createTellProgress({ deltas, clock, redactor, told: toldProgress }),
    onResult: (...ended) => [
      ...marksTaint(...ended),
      ...onResults.flatMap((onResult) => onResult(...ended)),
    ],
    onOutcome: (invocation, outcome) => [
      ...toolMessageChange({ clock }, invocation, outcome),
      ...keepTodos({ clock }, invocation, outcome),
    ],
  };
  return { gate, composer, conversations, policies, toldProgress };
}

/** What runs a tool, by the type of its execution: ours, and those that the host has brought. */
function executorsOf(
  { executors: brought = new Map(), wrapExecutor = (executor) => executor }: AssembleOptions,
  features: readonly Feature[],
  telemetry: Telemetry,
): Gate["executors"] {
  const own = new Map(features.flatMap(({ executors = {} }) => Object.entries(executors)));
  for (const type of brought.keys()) {
    if (!own.has(type)) continue;
    throw new CapstanError("SETTINGS_INVALID", `There is an executor of "${type}" already.`);
  }
  return new Map(
    [...brought, ...own].map(([type, executor]) => [
      type,
      wrapExecutor(telemetry.executor(executor)),
    ]),
  );
}

/** Policies get names and kinds of people from here. */
export function knownTo(people: People): Pick<PolicyOptions, "formerNames" | "personOf"> {
  return { formerNames: people.formerNames(), personOf: (id) => people.get(id) };
}

function heldAccess({ accessOf }: AssembleOptions, access: AccessBook): AccessBook["of"] {
  if (!accessOf) return access.of;
  return (...call) => ({ ...NOTHING_HELD, access: accessOf(...call) });
}
