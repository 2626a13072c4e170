import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { sha256 } from "../../../base/digest.ts";
import type { Isolation } from "../../../sandbox/isolation.ts";
import type { WebStreams } from "../../../sandbox/web-streams.ts";
import { removeTree } from "../../bundles/write-tree.ts";
import { createArchiveCache } from "./archive-cache.ts";
import { askPython } from "./ask-python.ts";
import { type Closure, closureOf, type LockedEntry } from "./closure.ts";
import { inParallel } from "./in-parallel.ts";
import { createKeptLocks, type KeptLocks } from "./kept-locks.ts";
import { createLayouts } from "./layouts.ts";
import type { NodeMachine, PythonMachine } from "./machine.ts";
import { openNpmArchive } from "./npm-registry.ts";
import { packageError } from "./package-error.ts";
import { proposePackageLock } from "./propose-package-lock.ts";
import { proposeRequirements } from "./propose-requirements.ts";
import { openWheel } from "./python-index.ts";
import { readPackageLock } from "./read-package-lock.ts";
import { readRequirements, requirementLines } from "./read-requirements.ts";
import { readUvLock } from "./read-uv-lock.ts";
import { createRegistryClient, type Registries } from "./registry.ts";
import type { ProposeParts } from "./resolve-in-box.ts";
import { unpackNpm, unpackWheel } from "./unpack.ts";

/** Tells how far an installation has come. */
export type OnProgress = (progress: {
  readonly message: string;
  readonly done: number;
  readonly total: number;
}) => void;

/** Fetches, verifies and lays out the packages of locks. No program of a package runs for that. */
export interface Packages {
  readPackageLock(lock: string, manifest?: string): Closure;
  readRequirements(text: string): Promise<Closure>;
  readUvLock(text: string): Promise<Closure>;
  /** Finds the packages that a `package.json` needs, without running them. */
  proposePackageLock(manifest: string): Promise<string>;
  /** Finds the packages that lines of a `requirements.txt` need, without running them. */
  proposeRequirements(lines: readonly string[]): Promise<string>;
  /** Fetches and verifies the archives of these packages: the bytes of each, by `name@version`. */
  fetch(closure: Closure): Promise<ReadonlyMap<string, number>>;
  /** Locks that were proposed, until a person decides. */
  readonly locks: KeptLocks;
  /** A read-only folder with exactly these packages, each at its place. */
  install(closure: Closure, onProgress?: OnProgress): Promise<string>;
  /** Removes archives and layouts that were not used for a month. */
  tidy(): Promise<void>;
}

export type PackagesOptions = {
  /** Archives and unpacked packages are kept here. */
  readonly folder: string;
  readonly registries: Registries;
  /** Requests to one server, under the rules of the web client. */
  readonly streams: (url: string, maxBytes: number) => WebStreams;
  readonly isolation: Isolation;
  readonly clock: Clock;
  /** The machine of our own Node. */
  readonly machine: () => NodeMachine;
  /** Our Node in a box, and what must be mounted for it. */
  readonly node: ProposeParts["node"];
  /** The folder of npm on this machine. */
  readonly npm: string | undefined;
};

const FETCHES = 12;
const UNPACKS = 3;
const FETCH_MS = 300_000;
/** Folders that earlier versions filled with npm and pip. */
const EARLIER = ["npm", "pypi", "code"];

export function createPackages(options: PackagesOptions): Packages {
  const { folder, registries, streams, isolation, clock, machine, node, npm } = options;
  const cache = createArchiveCache(join(folder, "archives"), clock);
  const layouts = createLayouts(join(folder, "layouts"), clock);
  const locks = createKeptLocks(join(folder, "locks"), clock);
  let python: Promise<PythonMachine> | undefined;

  function pythonMachine(): Promise<PythonMachine> {
    python ??= askPython(isolation);
    python.catch(() => {
      python = undefined;
    });
    return python;
  }

  /** Packages for other machines are left out, so machines lay out one lock in different ways. */
  async function layoutName({ ecosystem, digest }: Closure): Promise<string> {
    const own = ecosystem === "npm" ? machine() : nameOf(await pythonMachine());
    return sha256(JSON.stringify([ecosystem, digest, own]));
  }

  async function inRegistry<T>(
    ecosystem: Closure["ecosystem"],
    act: (parts: ProposeParts) => Promise<T>,
  ): Promise<T> {
    const client = createRegistryClient({ registry: registries[ecosystem], streams });
    return act({ isolation, client, node }).finally(client.close);
  }

  async function fetchAll(
    closure: Closure,
    onFetched: (entry: LockedEntry, bytes: number) => void,
  ): Promise<void> {
    const { ecosystem, entries } = closure;
    const signal = AbortSignal.timeout(FETCH_MS);
    await inRegistry(ecosystem, ({ client }) =>
      inParallel(entries, FETCHES, async (entry) => {
        const kept = await cache.find(entry);
        if (kept) return onFetched(entry, kept.bytes.byteLength);
        const incoming =
          ecosystem === "npm"
            ? { file: "package.tgz", bytes: await openNpmArchive(client, entry, signal) }
            : await openWheel(client, entry, await pythonMachine(), signal);
        onFetched(entry, await cache.keep(entry, incoming));
      }),
    );
  }

  return {
    locks,
    readPackageLock(lock, manifest) {
      const { url } = registries.npm;
      const { locked, fits } = readPackageLock(lock, {
        manifest,
        machine: machine(),
        registry: url,
      });
      return closureOf("npm", locked, fits);
    },
    async readRequirements(text) {
      const { markers } = await pythonMachine();
      return closureOf("python", readRequirements(requirementLines(text), markers));
    },
    async readUvLock(text) {
      const { markers } = await pythonMachine();
      return closureOf("python", await readUvLock(text, markers));
    },
    async tidy() {
      for (const name of EARLIER) await removeTree(join(folder, name));
      await cache.tidy();
      await layouts.tidy();
      await locks.tidy();
    },
    async fetch(closure) {
      const bytes = new Map<string, number>();
      await fetchAll(closure, ({ name, version }, size) => {
        bytes.set(`${name}@${version}`, size);
      });
      return bytes;
    },
    proposePackageLock: (manifest) =>
      inRegistry("npm", (parts) => proposePackageLock(manifest, { ...parts, npm })),
    proposeRequirements: (lines) =>
      inRegistry("python", (parts) => proposeRequirements(lines, { ...parts, cache })),
    async install(closure, onProgress = () => {}) {
      const { ecosystem, entries } = closure;
      const name = await layoutName(closure);
      const unpack = ecosystem === "npm" ? unpackNpm : unpackWheel;
      return layouts.open(name, async (tree) => {
        let done = 0;
        await fetchAll(closure, ({ name: fetched, version }) => {
          done += 1;
          onProgress({ message: `Fetched ${fetched} ${version}`, done, total: entries.length });
        });
        await inParallel(entries, UNPACKS, async (entry) => {
          const named = `${entry.name} ${entry.version}`;
          const archive = await cache.find(entry);
          if (!archive) throw packageError(`The archive of ${named} was removed. Try again.`);
          await tree.add(named, entry.place, await unpack(named, archive.bytes));
        });
      });
    },
  };
}

/** Another Python may need other wheels. */
function nameOf({ implementation, version, cpu, libc }: PythonMachine) {
  return { implementation, version, cpu, libc };
}
