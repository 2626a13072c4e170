import { randomUUID } from "node:crypto";
import { CapstanError } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { createRedactor } from "../base/redaction/redactor.ts";
import type { Engine } from "../engine/engine.ts";
import { createContentFolder } from "../features/bundles/content-folder.ts";
import { nodeOf } from "../features/programs/boxed-programs.ts";
import { createWarmProcesses } from "../features/programs/warm-processes.ts";
import { openAccessBook } from "../gate/access/access-book.ts";
import { fileRecords } from "../gate/files/file-records.ts";
import { openSessionFiles } from "../gate/files/session-files.ts";
import { storeContent } from "../gate/files/store-content.ts";
import { openPeople } from "../gate/people/people.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import { protectStore } from "../gate/secrets/protect-store.ts";
import { openSecrets } from "../gate/secrets/secrets.ts";
import { createHostFolders } from "../sandbox/machine/host-folders.ts";
import { createHostProcesses } from "../sandbox/machine/host-processes.ts";
import type { WebClient } from "../sandbox/web-client.ts";
import { createWorkspaces } from "../sandbox/workspace/create-workspaces.ts";
import { announceApprovals } from "./announce-approvals.ts";
import { announceCheckpoints } from "./announce-checkpoints.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { boxedPrograms, type OpenIsolation } from "./open-isolation.ts";
import { openPackages } from "./open-packages.ts";
import type { Settings } from "./settings.ts";
import { settingsOpenings } from "./settings-openings.ts";
import { systemClock } from "./system-clock.ts";

type Parts = {
  readonly settings: Settings;
  readonly web: WebClient;
  readonly isolation: OpenIsolation;
  /** What is told of every commit, after it. */
  readonly watchers: readonly JournalStage[];
};

/** Each takes about 50 MB. */
const WARM = { most: 4, maxAgeMs: 60_000 };

export type Services = Awaited<ReturnType<typeof openServices>>;

/** What features, gate and engine stand on: the protected store, its books, files, folders and boxes. */
export async function openServices(
  options: AssembleOptions,
  { settings, web, isolation, watchers }: Parts,
) {
  const { clock = systemClock, report = () => {} } = options;
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
  const people = await openPeople({ store, clock });
  const secrets = await openSecrets({ store, keyring, redactor, clock });

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
  const workspaces = createWorkspaces({
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
  const content = folder === undefined ? undefined : createContentFolder({ store, clock, folder });
  return {
    settings,
    clock,
    newId,
    keyring,
    redactor,
    store,
    folders,
    access,
    people,
    secrets,
    filesOf,
    workspaces: options.wrapWorkspaces?.(workspaces) ?? workspaces,
    programs,
    packages,
    content,
    /** The folder that has a bundle's files on this machine. */
    layOut: async (bundle: string) => content?.layOut(bundle) ?? nowhereToLayOut(),
    web,
    isolation,
    warm: createWarmProcesses(WARM),
    processes: options.processes ?? createHostProcesses([process.pid, process.ppid]),
  };
}

export function nowhereToLayOut(): never {
  const message =
    "There is no folder for the files of bundles: open a database file, or run a server.";
  throw new CapstanError("SETTINGS_INVALID", message);
}
