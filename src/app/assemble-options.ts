import type { Clock } from "../base/clock.ts";
import type { BuiltinCapability } from "../features/builtin-capability.ts";
import type { FolderKindParts } from "../features/bundles/folder-kind.ts";
import type { HubKeys } from "../features/hub/hub-keys.ts";
import type { CheckpointKeeper } from "../gate/audit/checkpoint-keeper.ts";
import type { Source } from "../gate/catalog/source.ts";
import type { Executor } from "../gate/executor.ts";
import type { Model } from "../models/model.ts";
import type { ProviderAccess } from "../models/providers.ts";
import type { Policy } from "../policy/policy.ts";
import type { HostProcesses } from "../sandbox/host-processes.ts";
import type { LeaseTimes } from "../sandbox/workspace/lease.ts";
import type { Workspaces } from "../sandbox/workspaces.ts";
import type { Access } from "../schema/access.ts";
import type { Store } from "../stores/store.ts";
import type { SharedParts } from "./open-backend.ts";
import type { ChosenModel, Settings } from "./settings.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

export type AssembleOptions = {
  readonly store: Store;
  /** Set when other processes use the store as well. */
  readonly shared?: SharedParts;
  readonly model: Model;
  /** Where its name stands; left out, a connected model takes its place. */
  readonly chosen?: ChosenModel;
  /** Opens a model that an agent names, or that is connected. */
  readonly openModel?: (name: string, access: ProviderAccess) => Model;
  readonly settings?: Settings;
  /** Left out, a new one: what was sealed before cannot be opened, what was signed not verified. */
  readonly masterKey?: Uint8Array;
  /** The folder of the owner's policies. */
  readonly policyFolder?: string;
  /** The folder of capabilities that people wrote as files. */
  readonly capabilityFolder?: string;
  /** Capstan's own folder: nothing is taken in from it, and no program sees it. */
  readonly homeFolder?: string;
  /** What signs for a hub or a publisher; left out, nothing can be published. */
  readonly hubKeys?: HubKeys;
  /** Fingerprints of publishers' keys, as the program that embeds this one says them. */
  readonly trustedPublishers?: Readonly<Record<string, string>>;
  /** The folder of the packs that ship with Capstan: what is in it is as trusted as Capstan. */
  readonly shippedPacks?: string;
  /** Folders whose folders are found to be packs when it starts. */
  readonly packFolders?: readonly string[];
  /** Where bundles are laid out for programs to run from. */
  readonly contentFolder?: string;
  /** Where sessions' files are laid out; left out, in a folder that goes with this process. */
  readonly workspaceFolder?: string;
  /** How long a workspace is held, and waited for; shorter in tests. */
  readonly leaseTimes?: LeaseTimes;
  /** The owner's `mcp.json`. */
  readonly mcpFile?: string;
  /** Where checkpoints of the audit are kept, beside the store. */
  readonly checkpointKeeper?: CheckpointKeeper;
  /** Beside those that ship. */
  readonly capabilities?: readonly BuiltinCapability[];
  readonly policy?: Policy;
  readonly shadow?: Policy;
  readonly clock?: Clock;
  readonly telemetry?: Telemetry;
  readonly report?: (error: unknown) => void;
  /** Tells this machine from others that share the store; left out, a new one. */
  readonly machine?: string;
  /** The processes of this machine; others in tests. */
  readonly processes?: HostProcesses;
  /** Folders that are Capstan's own, which no capability is given. */
  readonly ownFolders?: readonly string[];
  /** In place of all that was opened in settings and by people. */
  readonly accessOf?: (capabilityId: string, sessionId: string | null) => Access;
  /** Beside those that ship: where other capabilities come from, and what runs them. */
  readonly sources?: readonly Source[];
  /** Kinds of folders beside those that ship; each is asked before ours whether a folder is its own. */
  readonly folderKinds?: readonly FolderKindParts[];
  /** By the `execution.type` that they run. */
  readonly executors?: ReadonlyMap<string, Executor>;
  /** Stands between the gate and the executor; tests kill the process here. */
  readonly wrapExecutor?: (executor: Executor) => Executor;
  /** Stands between executors and the folders that they work in; tests kill the process here. */
  readonly wrapWorkspaces?: (workspaces: Workspaces) => Workspaces;
};
