import { randomUUID } from "node:crypto";
import { CapstanError } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { createRedactor } from "../base/redaction/redactor.ts";
import { keepTodos } from "../engine/compaction/keep-todos.ts";
import { createComposer } from "../engine/composition/composer.ts";
import { createConversations } from "../engine/conversations.ts";
import type { Engine } from "../engine/engine.ts";
import { markTaint } from "../engine/mark-taint.ts";
import { createSetupOf } from "../engine/setup-of.ts";
import { createTellProgress } from "../engine/tell-progress.ts";
import { toolMessageChange } from "../engine/tool-message.ts";
import type { BuiltinRegistry } from "../features/builtin/builtin-registry.ts";
import { approvesFolder } from "../features/bundles/approves-folder.ts";
import { type ContentFolder, createContentFolder } from "../features/bundles/content-folder.ts";
import { testOf } from "../features/bundles/tests/trials.ts";
import { createManifestSource } from "../features/custom/manifest-source.ts";
import { openWithdrawn } from "../features/hub/withdrawn.ts";
import type { OpenMcp } from "../features/mcp/servers/open-mcp.ts";
import { enablePackTools } from "../features/packs/enable-tools.ts";
import { nodeOf } from "../features/programs/boxed-programs.ts";
import type { AskForPackages } from "../features/programs/packages/package-requests.ts";
import type { Packages } from "../features/programs/packages/packages.ts";
import { proposeForFolder } from "../features/programs/packages/propose-for-folder.ts";
import type { WarmProcesses } from "../features/programs/warm-processes.ts";
import { type AccessBook, NOTHING_HELD, openAccessBook } from "../gate/access/access-book.ts";
import { declaredHosts } from "../gate/access/declared-hosts.ts";
import { createAuditor } from "../gate/audit/auditor.ts";
import type { CallFeature } from "../gate/call-feature.ts";
import { openCatalog } from "../gate/catalog/catalog.ts";
import { fileRecords } from "../gate/files/file-records.ts";
import { openSessionFiles } from "../gate/files/session-files.ts";
import { storeContent } from "../gate/files/store-content.ts";
import type { Gate } from "../gate/gate.ts";
import { createHaltSwitch } from "../gate/halt.ts";
import type { Hooks } from "../gate/hooks.ts";
import { createInFlight } from "../gate/in-flight.ts";
import { openPeople, type People } from "../gate/people/people.ts";
import { createQuotas } from "../gate/quotas.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import { protectStore } from "../gate/secrets/protect-store.ts";
import { openSecrets } from "../gate/secrets/secrets.ts";
import { createCedarPolicy } from "../policy/create-cedar-policy.ts";
import type { PolicyOptions } from "../policy/policy-options.ts";
import type { HostProcesses } from "../sandbox/host-processes.ts";
import type { Isolation } from "../sandbox/isolation.ts";
import { createHostFolders } from "../sandbox/machine/host-folders.ts";
import type { WebClient } from "../sandbox/web-client.ts";
import { createWorkspaces } from "../sandbox/workspace/create-workspaces.ts";
import type { Deltas } from "../stores/queue/deltas.ts";
import { announceApprovals } from "./announce-approvals.ts";
import { announceCheckpoints } from "./announce-checkpoints.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { createLiveness } from "./liveness.ts";
import { openExecutors } from "./open-executors.ts";
import { boxedPrograms } from "./open-isolation.ts";
import { openMcpServers } from "./open-mcp-servers.ts";
import { openPackages } from "./open-packages.ts";
import { openShelves } from "./open-shelves.ts";
import { readPolicies, readShadow } from "./read-policies.ts";
import type { Settings } from "./settings.ts";
import { settingsOpenings } from "./settings-openings.ts";
import { createStoreListings } from "./store-listings.ts";
import { systemClock } from "./system-clock.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

type Parts = {
  readonly settings: Settings;
  readonly limits: Engine["limits"];
  readonly telemetry: Telemetry;
  readonly registry: BuiltinRegistry;
  /** Of the built-ins, by the id of the capability that has them. */
  readonly hooks: ReadonlyMap<string, Hooks>;
  readonly web: WebClient;
  readonly isolation: Isolation;
  readonly warm: WarmProcesses;
  readonly deltas: Deltas;
  readonly sample: Gate["sample"];
  readonly act: Gate["act"];
  readonly processes: HostProcesses;
  readonly askForPackages: AskForPackages;
  readonly features: readonly CallFeature[];
  /** What is told of every commit, after it. */
  readonly watchers: readonly JournalStage[];
};

/** Everything between a call and the code that it runs: adapters on one side, the one gate on the other. */
export async function openGate(
  options: AssembleOptions,
  {
    settings,
    limits,
    telemetry,
    registry,
    hooks,
    web,
    isolation,
    warm,
    deltas,
    watchers,
    sample,
    act,
    processes,
    askForPackages,
    features,
  }: Parts,
): Promise<
  Gate &
    Pick<
      Engine,
      | "composer"
      | "conversations"
      | "filesOf"
      | "workspaces"
      | "packs"
      | "packShelf"
      | "packEntries"
      | "installedFolders"
      | "folderShelf"
      | "trials"
      | "toldProgress"
      | "proposeLocks"
    > & {
      packages: Packages | undefined;
      policies: PolicyOptions;
      content: ContentFolder | undefined;
      mcp: OpenMcp;
    }
> {
  const { clock = systemClock, policyFolder, report = () => {} } = options;
  const newId = createIds(() => clock.now());
  const keyring = createKeyring(options.masterKey ?? newMasterKey());
  const redactor = createRedactor();
  const store = protectStore(options.store, { keyring, redactor }, [
    ...(settings.webhook
      ? [
          announceApprovals({ clock, newId, show: (id) => people.show(id) }),
          announceCheckpoints({ clock, newId }),
        ]
      : []),
    { after: (changes) => access.follow(changes) },
    { after: (changes) => withdrawn.follow(changes) },
    { after: (changes) => people.follow(changes) },
    ...watchers,
  ]);
  const folders = createHostFolders({
    machine: options.machine ?? randomUUID(),
    own: options.ownFolders ?? [],
  });
  const access = await openAccessBook({
    store,
    folders,
    settings: await settingsOpenings(folders, settings),
  });
  const withdrawn = await openWithdrawn(store);
  const people = await openPeople({ store, clock });
  const secrets = await openSecrets({ store, keyring, redactor, clock });
  const manifests = createManifestSource({
    stored: () => store.customCapabilities.list(),
    folder: options.capabilityFolder,
    onHosts: (id, hosts) => access.declare(id, declaredHosts(id, hosts)),
  });
  const shelves = openShelves(options, { store, clock, redactor, withdrawn });
  const { packs, packShelf, packEntries, folderShelf, folderSources } = shelves;
  const sources = [registry, manifests, packs, ...folderSources];
  const catalog = await openCatalog(sources, {
    listings: createStoreListings({ store, clock, report }),
    report,
  });
  // The host's may be slow, or never answer: nobody waits for them.
  for (const source of options.sources ?? []) catalog.add(source).catch(report);

  const marksTaint = markTaint({ clock });
  const composer = createComposer(catalog, hooks);
  const conversations = createConversations(store);
  const files = {
    store,
    clock,
    redactor,
    limits: {
      fileBytes: settings.limits.file_bytes,
      sessionBytes: settings.limits.session_bytes,
      sessionFiles: settings.limits.session_files,
    },
  };
  const filesOf: Engine["filesOf"] = (sessionId, changedBy) =>
    openSessionFiles(files, sessionId, (changes) =>
      changedBy === undefined ? [] : fileRecords({ clock, newId }, changedBy, changes),
    );
  const policies = { ...readPolicies(settings.policy, policyFolder), ...knownTo(people) };
  const shadow = readShadow(settings.policy, policyFolder);
  const programs = boxedPrograms();
  const { contentFolder: folder } = options;
  const packages =
    folder === undefined
      ? undefined
      : openPackages(folder, {
          settings,
          isolation,
          clock,
          secrets,
          env: process.env,
          node: nodeOf(programs),
        });
  const mcp = openMcpServers(options, {
    settings,
    packages,
    askForPackages,
    store,
    clock,
    isolation,
    programs,
    secrets,
    newId,
    redactor,
    access,
    folders,
  });
  await mcp.sync(catalog);
  const content = folder === undefined ? undefined : createContentFolder({ store, clock, folder });
  const layOut = async (bundle: string) => content?.layOut(bundle) ?? nowhereToLayOut();
  const ownWorkspaces = createWorkspaces({
    store,
    clock,
    folder: options.workspaceFolder,
    isShared: options.shared !== undefined,
    limits: files.limits,
    storeContent: (content) => storeContent(files, content),
    hideKnown: (text) => redactor.hideKnown(text),
    report,
    ...(options.leaseTimes && { times: options.leaseTimes }),
  });
  const workspaces = options.wrapWorkspaces?.(ownWorkspaces) ?? ownWorkspaces;
  const trials: Engine["trials"] = new Map();
  const owner = newId("evt");
  const told: Engine["toldProgress"] = new Map();
  const executors = openExecutors(options, {
    settings,
    programs,
    isolation,
    warm,
    workspaces,
    layOut,
    registry,
    clock,
    web,
    secrets,
    folders,
    processes,
    mcp,
    packShelf,
    packages,
    enablePackTools: (...wanted) => enablePackTools({ store, clock, newId }, ...wanted),
    watch: telemetry.executor,
  });
  return {
    content,
    packages,
    workspaces,
    mcp,
    packs: packs.known,
    packShelf,
    packEntries,
    installedFolders: () => new Map(folderSources.flatMap((source) => [...source.known()])),
    folderShelf,
    trials,
    toldProgress: told,
    proposeLocks: async (read) => proposeForFolder(packages ?? nowhereToLayOut(), read),
    catalog,
    composer,
    conversations,
    filesOf,
    policies,
    policy: options.policy ?? createCedarPolicy(policies),
    shadow:
      options.shadow ?? (shadow ? createCedarPolicy({ ...shadow, ...knownTo(people) }) : null),
    executors,
    store,
    clock,
    newId,
    keyring,
    redactor,
    secrets,
    halt: createHaltSwitch(await store.system.halt(), (id) => people.show(id).name),
    quotas: createQuotas(settings.quotas, settings.limits.approvals_per_minute, clock, {
      testOf: (call) => testOf(trials, call),
      nameOf: (id) => people.show(id).name,
    }),
    auditor: createAuditor({
      store,
      clock,
      newId,
      keyring,
      report,
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
    access,
    withdrawn,
    people,
    folders,
    features,
    setupOf: createSetupOf({
      catalog,
      store,
      composer,
      conversations,
      filesOf,
      limits,
      packEntries,
      folderShelf,
      trials,
      hooks,
      accessOf: heldAccess(options, access),
    }),
    report,
    sample,
    act,
    onProgress: createTellProgress({ deltas, clock, redactor, told }),
    onResult: (...ended) => [...marksTaint(...ended), ...approvesFolder(...ended)],
    onOutcome: (invocation, outcome) => [
      ...toolMessageChange({ clock }, invocation, outcome),
      ...keepTodos({ clock }, invocation, outcome),
    ],
  };
}

/** Policies get names and kinds of people from here. */
export function knownTo(people: People): Pick<PolicyOptions, "formerNames" | "personOf"> {
  return { formerNames: people.formerNames(), personOf: (id) => people.get(id) };
}

function nowhereToLayOut(): never {
  const message =
    "There is no folder for the files of bundles: open a database file, or run a server.";
  throw new CapstanError("SETTINGS_INVALID", message);
}

function heldAccess({ accessOf }: AssembleOptions, access: AccessBook): AccessBook["of"] {
  if (!accessOf) return access.of;
  return (...call) => ({ ...NOTHING_HELD, access: accessOf(...call) });
}
