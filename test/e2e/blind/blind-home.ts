import {
  closeSync,
  cpSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { HOME, type HomeFile } from "../blind-requests.ts";

/** What there is, by its path below the home: of a file its size and time, of a folder nothing. */
export type Seen = ReadonlyMap<string, string>;

const UNITS: Readonly<Record<string, number>> = { D: 86_400_000, H: 3_600_000 };

/** HOME, made once beside `at` and copied to it when something has changed. */
export function makeBlindHome(at: string) {
  const prepared = `${at}.prepared`;
  const now = Date.now();
  for (const [path, file] of Object.entries(HOME)) makeFile(join(prepared, path), file, now);
  const restore = () => {
    rmSync(at, { recursive: true, force: true });
    cpSync(prepared, at, { recursive: true, preserveTimestamps: true });
  };
  restore();
  const before = look(at);
  return {
    before,
    look: () => look(at),
    restoreIfChanged() {
      if (changesBetween(before, look(at)).length > 0) restore();
    },
  };
}

export function changesBetween(before: Seen, after: Seen): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Large ones have holes: only their size counts, and whether two are the same. */
function makeFile(at: string, file: HomeFile, now: number): void {
  mkdirSync(dirname(at), { recursive: true });
  if ("text" in file) writeFileSync(at, file.text);
  else {
    const opened = openSync(at, "w");
    writeSync(opened, file.fill ?? at);
    ftruncateSync(opened, file.bytes);
    closeSync(opened);
  }
  const [, amount = "", unit = ""] = /^PT?(\d+)([DH])$/.exec(file.modified) ?? [];
  const modified = new Date(now - Number(amount) * (UNITS[unit] ?? Number.NaN));
  utimesSync(at, modified, modified);
}

function look(root: string): Seen {
  const seen = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const entry = lstatSync(join(root, name));
    // Whole seconds: a copy's time may lose what is finer.
    const time = Math.floor(entry.mtimeMs / 1_000);
    seen.set(name, entry.isDirectory() ? "folder" : `${entry.size} bytes of ${time}`);
  }
  return seen;
}
