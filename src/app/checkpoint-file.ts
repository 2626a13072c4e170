import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { readKeptCheckpoints } from "../base/audit/kept-checkpoints.ts";
import type { CheckpointKeeper } from "../gate/audit/checkpoint-keeper.ts";
import type { Settings } from "./settings.ts";

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;
const NEWLINE = 10;

/** The file that the settings name, one checkpoint a line; undefined when they name none. */
export function openCheckpointFile(
  { audit: { keep_checkpoints: place } }: Settings,
  home: string,
): CheckpointKeeper | undefined {
  return place === null ? undefined : createCheckpointFile(resolve(home, place), place);
}

function createCheckpointFile(file: string, place: string): CheckpointKeeper {
  return {
    place,
    read: () =>
      using(file, O_RDONLY, (handle) => readKeptCheckpoints(handle.readLines())).catch(noneYet),
    append: (checkpoints) =>
      using(file, O_RDWR | O_APPEND | O_CREAT, async (handle) => {
        // On a line of its own, also after one that a crash cut off.
        const start = (await endsALine(handle)) ? "" : "\n";
        const lines = checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`);
        await handle.appendFile(start + lines.join(""));
        await handle.datasync();
      }),
  };
}

/** Nobody waits for the other end of a pipe. */
async function using<T>(file: string, flags: number, use: (handle: FileHandle) => Promise<T>) {
  const handle = await open(file, flags | O_NONBLOCK, 0o600);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a file.`);
    return await use(handle);
  } finally {
    await handle.close();
  }
}

async function endsALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}

function noneYet(error: unknown): [] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}
