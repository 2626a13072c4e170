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
import { CapstanError } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { compareVersions } from "../../catalog/compare-versions.ts";
import type { HubParts } from "../../engine/hub/hub-parts.ts";
import { createHubClient } from "../../hub/create-hub-client.ts";
import { createHubPublisher } from "../../hub/create-hub-publisher.ts";
import type { HubTools } from "../../hub/hub-tools.ts";
import { fingerprint } from "../../hub/keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PackShelf } from "../../ports/pack-shelf.ts";
import { BUNDLE_LIMITS } from "../../ports/read-bundle.ts";
import type { Store } from "../../ports/store.ts";
import { describeBundle, permissionProblems } from "../../sources/bundle/describe-bundle.ts";
import { readArchive } from "../../sources/bundle/read-archive.ts";
import { readFolder } from "../../sources/bundle/read-folder.ts";
import { readStored } from "../../sources/bundle/stored-bundle.ts";
import { takeOwnerLock } from "../../stores/sqlite/owner-lock.ts";
import { createWebClient } from "../../web-client/create-web-client.ts";
import type { AssembleOptions } from "../assemble-options.ts";
import type { Settings } from "../settings.ts";
import { readTrustedPublishers } from "./trusted-publishers.ts";
import { WORKFLOW } from "./workflow.ts";

type Parts = {
  readonly settings: Settings;
  readonly store: Pick<Store, "bundles" | "files">;
  readonly clock: Clock;
  readonly packShelf: Pick<PackShelf, "rootOf">;
};

const WORKFLOW_FILE = ".github/workflows/publish.yml";
const LOCK_FILE = "capstan-lock.json";
/** Of ten thousand installs. */
const MAX_LOCK_VALUES = 100_000;

/** The hub with everything that it needs of this installation. */
export function openHub(options: AssembleOptions, parts: Parts): HubParts {
  const { settings, store, clock, packShelf } = parts;
  const { homeFolder, contentFolder, hubKeys } = options;
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
    npm: { npm: "npm", env: process.env },
    git: findProgram("git"),
    lock: takeOwnerLock,
    scratch: contentFolder === undefined ? tmpdir() : join(contentFolder, "hub"),
  };
  const { folder } = settings.hub;
  return {
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
  const handle = await open(path).catch((cause) => {
    throw new CapstanError("BUNDLE_INVALID", `${path} cannot be read.`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size <= BUNDLE_LIMITS.bytes) return await handle.readFile();
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
        const message = `${path} is no JSON any more. Get an earlier copy of it, or compare with another lock: capstan hub verify --lock <file>.`;
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
