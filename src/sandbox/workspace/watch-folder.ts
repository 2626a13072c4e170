import { statfs } from "node:fs/promises";
import { type Found, isIgnored, TOO_DEEP, walkFolder } from "./walk-folder.ts";

export type SizeLimits = {
  readonly fileBytes: number;
  readonly sessionBytes: number;
  readonly sessionFiles: number;
};

const FIRST_LOOK_MS = 50;
const SHORTEST_MS = 50;
/** Looking takes at most this part of one processor's time. */
const SHARE = 10;
/** What is unlinked and still open is in no folder: the disk itself is looked at as well. */
const LEAST_FREE = 256 * 1024 ** 2;

/** What is made anew each time, such as `node_modules`, has many files. */
const IGNORED_FOR_EACH_FILE = 20;

class TooMuch extends Error {}

/** Looks at a folder, again and again, until there is too much in it. */
export function watchFolder(
  root: string,
  limits: SizeLimits,
  onOverfull: (why: string) => void,
): { stop(): void } {
  let stopped = false;
  let timer = setTimeout(look, FIRST_LOOK_MS);
  let hadRoom: boolean | undefined;

  async function look(): Promise<void> {
    const before = performance.now();
    const why = (await countOver(root, limits)) ?? (await diskOver());
    if (stopped) return;
    if (why !== undefined) return onOverfull(why);
    const tookMs = performance.now() - before;
    timer = setTimeout(look, Math.max(SHORTEST_MS, SHARE * tookMs));
  }

  async function diskOver(): Promise<string | undefined> {
    const disk = await statfs(root).catch(() => undefined);
    if (!disk) return undefined;
    const hasRoom = disk.bavail * disk.bsize > LEAST_FREE;
    // A disk that was full before is not this program's doing.
    hadRoom ??= hasRoom;
    return hadRoom && !hasRoom ? "the disk was nearly full" : undefined;
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Counts no further than it must. */
async function countOver(root: string, limits: SizeLimits): Promise<string | undefined> {
  const { sessionBytes, sessionFiles } = limits;
  let [bytes, files, all] = [0, 0, 0];
  const count = (path: string, { what, stats }: Found) => {
    all += 1;
    if (!isIgnored(path)) files += 1;
    bytes += Number(stats.isDirectory() ? 0n : stats.size);
    if (bytes > sessionBytes) {
      throw new TooMuch(`it wrote more than the ${sessionBytes} bytes that a session may have`);
    }
    // The folder for outputs counts for nobody.
    if (files > sessionFiles + 1 || all > IGNORED_FOR_EACH_FILE * sessionFiles) {
      throw new TooMuch(
        `it made more than the ${sessionFiles} files and folders that a session may have`,
      );
    }
    if (what === TOO_DEEP) throw new TooMuch("it made folders in folders without end");
  };
  try {
    await walkFolder(root, count, { intoIgnored: true });
    return undefined;
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    // The session was removed meanwhile, with its folder.
    return undefined;
  }
}
