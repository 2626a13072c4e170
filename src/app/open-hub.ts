import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { readArchive } from "../features/bundles/read/read-archive.ts";
import { readFolder } from "../features/bundles/read/read-folder.ts";
import { BUNDLE_LIMITS } from "../features/bundles/read-bundle.ts";
import { readStored } from "../features/bundles/stored-bundle.ts";
import { describeBundle, permissionProblems } from "../features/hub/describe-bundle.ts";
import { createHubClient } from "../features/hub/index/create-hub-client.ts";
import { createHubPublisher } from "../features/hub/index/create-hub-publisher.ts";
import type { HubTools } from "../features/hub/index/hub-tools.ts";
import { fingerprint } from "../features/hub/index/keys.ts";
import type { HubParts } from "../features/hub/installs/hub-parts.ts";
import { readTrustedPublishers } from "../features/hub/trusted-publishers.ts";
import { WORKFLOW } from "../features/hub/workflow.ts";
import type { PackShelf } from "../features/packs/pack-shelf.ts";
import { compareVersions } from "../gate/catalog/compare-versions.ts";
import type { Secrets } from "../gate/secrets/secrets.ts";
import { createWebClient } from "../sandbox/network/create-web-client.ts";
import { takeOwnerLock } from "../stores/sqlite/owner-lock.ts";
import type { Store } from "../stores/store.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { openRegistries } from "./open-packages.ts";
import type { Settings } from "./settings.ts";

type Parts = {
  readonly settings: Settings;
  readonly store: Pick<Store, "bundles" | "files">;
  readonly clock: Clock;
  readonly packShelf: Pick<PackShelf, "rootOf">;
  readonly secrets: Pick<Secrets, "fill">;
  readonly withdrawn: HubParts["withdrawn"];
};

const WORKFLOW_FILE = ".github/workflows/publish.yml";
const LOCK_FILE = "capstan-lock.json";
/** Of ten thousand installs. */
const MAX_LOCK_VALUES = 100_000;

/** The hub with everything that it needs of this installation. */
export function openHub(options: AssembleOptions, parts: Parts): HubParts {
  const { settings, store, clock, packShelf, secrets, withdrawn } = parts;
  const { homeFolder, contentFolder, hubKeys } = options;
  const { registries, streams } = openRegistries({ settings, secrets, env: process.env });
  const tools: HubTools = {
    clock,
    web: createWebClient({
      allowHosts: [...settings.web_fetch.allow_hosts, ...settings.hubs.flatMap(hostOf)],
    }),
    readFolder: async (path) => readFolder(await packShelf.rootOf(path)),
    readArchive,
    describe: describeBundle,
    permissionProblems,
    compareVersions: (before, after) => {
      const { changes, problem } = compareVersions(releaseOf(before), releaseOf(after));
      return { changes, problem };
    },
    npm: { registry: registries.npm, streams },
    git: findProgram("git"),
    lock: takeOwnerLock,
    scratch: contentFolder === undefined ? tmpdir() : join(contentFolder, "hub"),
  };
  const { folder } = settings.hub;
  return {
    withdrawn,
    client: createHubClient(tools),
    publisher: createHubPublisher(tools),
    sources: settings.hubs,
    trusted: readTrustedPublishers(options.trustedPublishers),
    fingerprint,
    signer: hubKeys?.signer ?? nobodySigns,
    nextSigner: hubKeys?.nextSigner ?? nobodySigns,
    stored: (digest) => readStored(store, digest),
    readFile: readBounded,
    lock: homeFolder === undefined ? null : lockIn(join(homeFolder, LOCK_FILE)),
    served:
      folder === null
        ? null
        : { folder: within(folder, homeFolder), isPublic: settings.hub.public },
    writeWorkflow,
    known: new Map(),
    prepared: new Map(),
    steps: new Set(),
  };
}

function releaseOf({ version, actions }: Parameters<HubTools["compareVersions"]>[0]) {
  return {
    version,
    actions: actions.map(({ name, input_schema, output_schema }) => ({
      name,
      inputSchema: input_schema,
      outputSchema: output_schema,
    })),
  };
}

/** The owner wrote it into the settings: it may be a private one. */
function hostOf({ url }: { readonly url: string }): string[] {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? [new URL(url).host] : [];
}

function nobodySigns(): never {
  const message = "This runs without a home, which has the signing keys: publish by a server.";
  throw new CapstanError("HUB_INVALID", message);
}

function within(folder: string, home: string | undefined): string {
  return isAbsolute(folder) || home === undefined ? folder : join(home, folder);
}

async function readBounded(path: string): Promise<Uint8Array> {
  // Opening a pipe would wait for whoever writes into it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause) => {
    throw new CapstanError("BUNDLE_INVALID", `${path} cannot be read.`, { cause });
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      throw new CapstanError("BUNDLE_INVALID", `${path} is no file. Name the archive itself.`);
    }
    if (stats.size <= BUNDLE_LIMITS.bytes) return await handle.readFile();
    const message = `${path} has more than ${BUNDLE_LIMITS.bytes} bytes.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  } finally {
    await handle.close();
  }
}

/** Replaced as a whole: who reads it never finds half of one. */
function lockIn(path: string): NonNullable<HubParts["lock"]> {
  return {
    path,
    read() {
      if (!existsSync(path)) return undefined;
      try {
        return parseJson(readFileSync(path, "utf8"), MAX_LOCK_VALUES);
      } catch (cause) {
        const message = `${path} is not valid JSON. Restore an earlier copy, or compare with another lock: capstan hub verify --lock <file>.`;
        throw new CapstanError("HUB_INVALID", message, { cause });
      }
    },
    write(lock) {
      writeFileSync(`${path}.new`, `${JSON.stringify(lock, null, 2)}\n`);
      renameSync(`${path}.new`, path);
    },
  };
}

function writeWorkflow(folder: string): string | null {
  const file = join(folder, WORKFLOW_FILE);
  if (existsSync(file)) return null;
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, WORKFLOW);
  return file;
}

function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
