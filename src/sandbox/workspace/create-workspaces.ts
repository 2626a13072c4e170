import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { removeFolder } from "../../base/remove-folder.ts";
import type { Store } from "../../stores/store.ts";
import type { Mount } from "../sandbox.ts";
import {
  type KeptFiles,
  OUTPUTS,
  WORKSPACE,
  type Workspace,
  type WorkspaceMode,
  type Workspaces,
} from "../workspaces.ts";
import { type Captured, captureFolder, type StoreContent } from "./capture.ts";
import { carryOut, isDone, type Plan, planLayout } from "./lay-out.ts";
import { createLeases, type Lease, type LeaseTimes } from "./lease.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { settle } from "./settle.ts";
import { type SizeLimits, watchFolder } from "./watch-folder.ts";

type Options = {
  readonly store: Pick<Store, "files" | "journal" | "sessions">;
  readonly clock: Clock;
  /** One on each machine; its processes share it. Left out: a folder that goes with this process. */
  readonly folder: string | undefined;
  /** Whether other processes work on the same store. */
  readonly isShared: boolean;
  readonly limits: SizeLimits;
  readonly storeContent: StoreContent;
  readonly hideKnown: (text: string) => string;
  readonly report: (error: unknown) => void;
  readonly times?: LeaseTimes;
};

/** More is not copied: who runs dry then reads the files, and writes to an empty `outputs`. */
const MAX_SCRATCH = 200 * 1024 ** 2;
const SESSION = /^[a-z]+_[0-9a-zA-Z-]{1,80}$/;

export function createWorkspaces(options: Options): Workspaces {
  const { store, clock, isShared, limits, storeContent, hideKnown, report, times } = options;
  const { journal, files } = store;
  const leases = createLeases({
    journal,
    clock,
    isShared,
    newHolder: randomUUID,
    ...(times && { times }),
  });
  /** What was laid out last, so that nobody reads it again. */
  const known = new Map<string, Manifest>();
  let opening: Promise<string> | undefined;

  const folder = (): Promise<string> => {
    opening ??= openFolder(options.folder);
    return opening;
  };

  async function placeOf(sessionId: string) {
    if (!SESSION.test(sessionId)) throw new CapstanError("INTERNAL", "This is no session's id.");
    const home = await folder();
    const root = join(home, sessionId);
    try {
      mkdirSync(root, { mode: 0o700 });
    } catch (error) {
      // A link would lead somewhere else.
      if (!lstatSync(root).isDirectory()) throw error;
    }
    return {
      root,
      work: join(home, IN_WORK),
      manifest: join(home, MANIFESTS, `${sessionId}.json`),
    };
  }

  type Place = Awaited<ReturnType<typeof placeOf>>;

  async function plan(sessionId: string, place: Place): Promise<Plan> {
    const manifest = known.get(sessionId) ?? (await readManifest(place.manifest));
    return planLayout(files, sessionId, place, manifest);
  }

  /** Whoever changes the folder holds the lease. */
  async function layOut(sessionId: string, place: Place): Promise<Plan & { laidOut: Manifest }> {
    const planned = await plan(sessionId, place);
    if (isDone(planned)) return { ...planned, laidOut: planned.kept };
    const laidOut = await carryOut(files, place, planned);
    await remember(sessionId, place, laidOut);
    return { ...planned, laidOut };
  }

  async function remember(sessionId: string, place: Place, manifest: Manifest): Promise<void> {
    keepNewest(known, sessionId, manifest);
    await writeManifest(place.manifest, manifest);
  }

  /** Reads, and changes the folder only if somebody wrote a file since. */
  async function openToRead(sessionId: string, place: Place, signal: AbortSignal): Promise<Plan> {
    const planned = await plan(sessionId, place);
    if (isDone(planned)) return planned;
    const lease = await leases.take(sessionId, signal);
    return layOut(sessionId, place).finally(() => lease.giveBack());
  }

  async function openToWrite(
    sessionId: string,
    place: Place,
    signal: AbortSignal,
  ): Promise<Workspace> {
    const lease = await leases.take(sessionId, signal);
    try {
      const { laidOut, allFolders } = await layOut(sessionId, place);
      const { root } = place;
      return {
        mounts: [{ source: root, target: WORKSPACE, mode: "rw" }],
        key: keyOf("rw", root),
        watch: (onOverfull) => watchFolder(root, limits, onOverfull),
        close: () => lease.giveBack(),
        async capture() {
          const captured = await captureFolder({
            root,
            laidOut,
            folders: allFolders,
            limits,
            store: storeContent,
            hideKnown,
          });
          lease.stopRenewing();
          return keep(sessionId, place, lease, captured);
        },
      };
    } catch (error) {
      await lease.giveBack();
      throw error;
    }
  }

  function keep(sessionId: string, place: Place, lease: Lease, captured: Captured): KeptFiles {
    let isOver = false;
    return {
      async settle() {
        const settled = await settle({ files, clock }, sessionId, captured.changes);
        return {
          ...settled,
          changes: [...settled.changes, lease.release],
          notes: [...captured.notes, ...settled.notes],
        };
      },
      async recorded() {
        isOver = true;
        // Without it, what is there is only compared by content.
        if (captured.changes.length > 0) {
          await remember(sessionId, place, captured.manifest).catch(report);
        }
        lease.released();
      },
      async close() {
        if (!isOver) await lease.giveBack().catch(report);
        isOver = true;
      },
    };
  }

  async function openScratch(root: string, bytes: number): Promise<Workspace> {
    if (bytes <= MAX_SCRATCH) return notKept(root, [{ source: root, mode: "scratch" }]);
    const outputs = await mkdtemp(join(tmpdir(), "capstan-outputs-"));
    const workspace = notKept(root, [
      { source: root, mode: "ro" },
      { source: outputs, mode: "rw", below: OUTPUTS },
    ]);
    return {
      ...workspace,
      watch: (onOverfull) => watchFolder(outputs, limits, onOverfull),
      close: () => removeFolder(outputs),
    };
  }

  return {
    async open({ sessionId, mode, signal }) {
      const place = await placeOf(sessionId);
      if (mode === "rw") return openToWrite(sessionId, place, signal);
      const { bytes } = await openToRead(sessionId, place, signal);
      if (mode === "scratch") return openScratch(place.root, bytes);
      return notKept(place.root, [{ source: place.root, mode: "ro" }]);
    },
    async remove(sessionId) {
      if (!SESSION.test(sessionId) || (!opening && options.folder === undefined)) return;
      const home = await folder();
      known.delete(sessionId);
      await removeFolder(join(home, sessionId));
      await rm(join(home, MANIFESTS, `${sessionId}.json`), { force: true });
    },
    async tidy() {
      if (!opening && options.folder === undefined) return;
      for (const name of await readdir(await folder())) {
        if (!SESSION.test(name) || (await store.sessions.get(name))) continue;
        await this.remove(name);
      }
      await removeLeftBehind(join(await folder(), IN_WORK), clock.now());
    },
    async close() {
      if (opening && options.folder === undefined) await removeFolder(await opening);
    },
  };
}

/** Left by a process that died: while one writes a file, it is younger. */
const LEFT_BEHIND_MS = 3_600_000;

async function removeLeftBehind(work: string, now: number): Promise<void> {
  for (const name of await readdir(work)) {
    const path = join(work, name);
    const { mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (mtimeMs < now - LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

/** How many sessions' manifests are kept in memory. */
const MAX_KNOWN = 50;

function keepNewest(known: Map<string, Manifest>, sessionId: string, manifest: Manifest): void {
  known.delete(sessionId);
  known.set(sessionId, manifest);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

type Part = { readonly source: string; readonly mode: WorkspaceMode; readonly below?: string };

function notKept(root: string, parts: readonly Part[]): Workspace {
  const mounts = parts.map(
    ({ source, mode, below }): Mount => ({
      source,
      mode,
      target: below === undefined ? WORKSPACE : `${WORKSPACE}/${below}`,
    }),
  );
  return {
    mounts,
    key: parts.map(({ mode }) => keyOf(mode, root)).join(),
    watch: () => ({ stop() {} }),
    capture: () => Promise.reject(new Error("Changes made here are not kept.")),
    close: async () => {},
  };
}

function keyOf(mode: WorkspaceMode, root: string): string {
  const { dev, ino } = lstatSync(root, { bigint: true });
  return `${mode} ${root} ${dev}.${ino}`;
}

const MANIFESTS = ".manifests";
const IN_WORK = ".in-work";

async function openFolder(wanted: string | undefined): Promise<string> {
  const home = wanted ?? (await mkdtemp(join(tmpdir(), "capstan-workspaces-")));
  for (const path of [home, join(home, MANIFESTS), join(home, IN_WORK)]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  return home;
}
