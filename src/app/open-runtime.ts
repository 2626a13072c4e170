import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CapstanError } from "../base/errors.ts";
import { newMasterKey } from "../base/keyring.ts";
import { removeFolder } from "../base/remove-folder.ts";
import { openMachineId } from "../sandbox/machine/machine-id.ts";
import { takeOwnerLock } from "../stores/sqlite/owner-lock.ts";
import { type Assembled, assemble } from "./assemble.ts";
import { openCheckpointFile } from "./checkpoint-file.ts";
import { openMasterKey } from "./master-key.ts";
import { openBackend } from "./open-backend.ts";
import { openModel } from "./open-model.ts";
import type { RuntimeOptions } from "./runtime.ts";
import { parseSettings, type Settings } from "./settings.ts";
import { SHIPPED_PACKS } from "./shipped-packs.ts";

const MEMORY = ":memory:";
const BY_THE_PROGRAM = { source: "settings", by: '"model" of createRuntime' } as const;

/** Opens the database and starts to work on it. Whatever fails leaves nothing open. */
export async function openRuntime(options: RuntimeOptions): Promise<Assembled> {
  const { database = MEMORY, report = () => {} } = options;
  const isShared = /^postgres(?:ql)?:\/\//.test(database);
  const settings = settingsOf(options);
  const model = modelOf(options, settings);
  const masterKey = options.masterKey ?? (isShared ? keyMissing() : keyBeside(database));
  // Beside a database of many programs lies no folder of this one's.
  const scratch = join(tmpdir(), `capstan-content-${randomUUID()}`);
  const disown = isShared ? () => removeFolder(scratch) : ownFile(database);
  try {
    const backend = await openBackend({
      env: isShared ? { DATABASE_URL: database } : {},
      database,
      report,
    });
    try {
      const folder = isShared || database === MEMORY ? process.cwd() : dirname(database);
      const checkpointKeeper = openCheckpointFile(settings, folder);
      const assembled = await assemble({
        ...backend,
        settings,
        model,
        ...((options.model ?? options.settings?.model) !== undefined && { chosen: BY_THE_PROGRAM }),
        masterKey,
        // A database of a server has folders that ship: they are told apart by these.
        shippedPacks: SHIPPED_PACKS,
        report,
        ...(checkpointKeeper && { checkpointKeeper }),
        ...(isShared && { contentFolder: scratch }),
        ...(!isShared &&
          database !== MEMORY && {
            contentFolder: `${database}.content`,
            workspaceFolder: `${database}.workspaces`,
            machine: openMachineId(`${database}.machine`),
            ownFolders: [database, `${database}.content`, `${database}.workspaces`],
          }),
        ...(options.policyFolder && { policyFolder: options.policyFolder }),
        ...(options.capabilities && { capabilities: options.capabilities }),
        ...(options.sources && { sources: options.sources }),
        ...(options.executors && { executors: options.executors }),
        ...(options.trustedPublishers && { trustedPublishers: options.trustedPublishers }),
      });
      await assembled.start();
      return { ...assembled, stop: () => assembled.stop().finally(disown) };
    } catch (error) {
      await backend.shared?.stop();
      await backend.store.close();
      throw error;
    }
  } catch (error) {
    await disown();
    throw error;
  }
}

function settingsOf({ settings = {}, model, profile, permissions }: RuntimeOptions): Settings {
  const { policy } = settings;
  return parseSettings(
    {
      ...settings,
      ...(model !== undefined && { model: typeof model === "string" ? model : "own" }),
      policy: {
        ...policy,
        ...(profile && { profile }),
        ...(permissions && { permissions: { ...policy?.permissions, ...permissions } }),
      },
    },
    "settings",
  );
}

function modelOf({ model }: RuntimeOptions, settings: Settings) {
  return typeof model === "object" ? model : openModel(settings.model);
}

/** Two that work on one file would each take the other's running calls for left behind by a crash. */
function ownFile(database: string): () => void {
  if (database === MEMORY) return () => {};
  try {
    return takeOwnerLock(`${database}.lock`);
  } catch (cause) {
    if (!(cause instanceof CapstanError) || cause.code !== "HOME_OWNED") throw cause;
    const message = `Another runtime has ${database} open. Close it, or open another file.`;
    throw new CapstanError("HOME_OWNED", message, { cause });
  }
}

/** What lives in memory is forgotten with its key. */
function keyBeside(database: string): Uint8Array {
  return database === MEMORY ? newMasterKey() : openMasterKey(`${database}.key`, undefined);
}

function keyMissing(): never {
  const message =
    "A PostgreSQL needs masterKey: 32 bytes, the same for every program and server that shares it.";
  throw new CapstanError("SETTINGS_INVALID", message);
}
