import { type BigIntStats, fchmodSync, fstatSync } from "node:fs";
import { CapstanError } from "../../base/errors.ts";
import { filePath } from "../../base/file-path.ts";
import { OUTPUTS } from "../workspaces.ts";
import { type LaidOut, type Manifest, markOf, modeOf } from "./manifest.ts";
import { openSame, withPlace } from "./open-inside.ts";
import { digestOf, readOpen } from "./read-digest.ts";
import { type Found, walkFolder } from "./walk-folder.ts";
import type { SizeLimits } from "./watch-folder.ts";

/** What a program made of one path. `base` is the digest that it found there; null when nothing. */
export type FileChange =
  | {
      readonly type: "put";
      readonly path: string;
      readonly digest: string;
      readonly size: number;
      readonly executable: boolean;
      readonly base: string | null;
    }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "remove"; readonly path: string; readonly base: string | null };

export type Captured = {
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
  /** What lies there, once the changes are the session's. */
  readonly manifest: Manifest;
};

/** Stores a content without its secrets, and says which it is now. */
export type StoreContent = (
  content: AsyncIterable<Uint8Array>,
) => Promise<{ readonly digest: string; readonly size: number }>;

type Options = {
  readonly root: string;
  readonly laidOut: Manifest;
  readonly folders: ReadonlySet<string>;
  readonly limits: SizeLimits;
  readonly store: StoreContent;
  readonly hideKnown: (text: string) => string;
};

const MAX_NOTES = 20;
const AT_ONCE = 4;

/** What is in a folder now that was not when it was laid out, and what is no longer. */
export async function captureFolder(options: Options): Promise<Captured> {
  const { root, laidOut, folders, limits, store, hideKnown } = options;
  const files = new Map<string, { readonly raw: string; readonly stats: BigIntStats }>();
  const foundFolders = new Set<string>();
  const ignored: string[] = [];
  const notes: string[] = [];
  /** Not taken back: what the session has at these paths stays. */
  const left = new Set<string>();
  let bytes = 0;

  const pathOf = (raw: string): string | undefined => {
    try {
      const path = filePath(raw);
      if (path.includes("\ufffd")) return undefined;
      return hideKnown(path) === path ? path : undefined;
    } catch {
      return undefined;
    }
  };
  const take = (raw: string, { kind, what, stats }: Found) => {
    const path = pathOf(raw);
    if (kind === "ignored") return void ignored.push(raw);
    if (kind === "other" || path === undefined || files.has(path) || foundFolders.has(path)) {
      left.add(path ?? raw);
      const why = kind === "other" ? `is ${what}` : "has a name that no file of a session can have";
      notes.push(`${shown(hideKnown(raw))} ${why}: it was not kept.`);
      return;
    }
    if (kind === "folder") return void foundFolders.add(path);
    bytes += Number(stats.size);
    if (Number(stats.size) > limits.fileBytes) {
      throw tooMuch(`${shown(path)} is larger than the ${limits.fileBytes} bytes a file may have.`);
    }
    files.set(path, { raw, stats });
  };
  await walkFolder(root, take);
  if (bytes > limits.sessionBytes) {
    throw tooMuch(`the session's files may have ${limits.sessionBytes} bytes together.`);
  }
  if (files.size + foundFolders.size > limits.sessionFiles + 1) {
    throw tooMuch(`the session may have ${limits.sessionFiles} files and folders.`);
  }

  const manifest: Manifest = new Map();
  const changed: string[] = [];
  for (const [path, { stats }] of files) {
    const known = laidOut.get(path);
    if (known?.mark === markOf(stats)) manifest.set(path, known);
    else changed.push(path);
  }
  const puts: FileChange[] = [];
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    await Promise.all(
      changed.slice(at, at + AT_ONCE).map(async (path) => {
        const { raw, stats } = files.get(path) ?? missing(path);
        const known = laidOut.get(path);
        const executable = (stats.mode & 0o100n) !== 0n;
        const taken = await takeFile({ root, raw, stats, store, known, executable });
        if (!taken) {
          left.add(path);
          notes.push(`${shown(path)} changed while it was looked at: it was not kept.`);
          return;
        }
        const { digest, size, mark } = taken;
        if (mark !== undefined) manifest.set(path, { digest, executable, mark });
        if (digest === known?.digest && executable === known.executable) return;
        puts.push({ type: "put", path, digest, size, executable, base: known?.digest ?? null });
      }),
    );
  }
  if (ignored.length > 0) {
    const names = [...new Set(ignored.map((path) => path.slice(path.lastIndexOf("/") + 1)))];
    notes.push(`${names.join(" and ")} are not kept between calls: make them anew when needed.`);
  }
  return {
    changes: [
      ...removals(laidOut, folders, { files, folders: foundFolders, left }),
      ...[...foundFolders].filter((path) => isNewFolder(path, folders)).map(asFolder),
      ...puts.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ],
    notes: clip(notes),
    manifest,
  };
}

/** Its content, hidden secrets and all, unless it is another file by now. */
async function takeFile({
  root,
  raw,
  stats,
  store,
  known,
  executable,
}: {
  readonly root: string;
  readonly raw: string;
  readonly stats: BigIntStats;
  readonly store: StoreContent;
  readonly known: LaidOut | undefined;
  readonly executable: boolean;
}): Promise<{ digest: string; size: number; mark: string | undefined } | undefined> {
  return withPlace(root, raw, async (at) => {
    const first = openSame(at, stats);
    if (first === undefined) return undefined;
    // Whatever bits a program set, this one alone is left (A30).
    fchmodSync(first, modeOf(executable));
    const mark = markOf(fstatSync(first, { bigint: true }));
    const there = await digestOf(readOpen(first));
    const size = Number(stats.size);
    if (there === known?.digest) return { digest: there, size, mark };
    const second = openSame(at, stats);
    if (second === undefined) return undefined;
    const stored = await store(readOpen(second));
    // A file with a secret in it lies there as nobody may see it again.
    return { ...stored, mark: stored.digest === there ? mark : undefined };
  });
}

/** The innermost first: a folder is removed when nothing is left in it. */
function removals(
  laidOut: Manifest,
  folders: ReadonlySet<string>,
  found: {
    readonly files: ReadonlyMap<string, unknown>;
    readonly folders: ReadonlySet<string>;
    readonly left: ReadonlySet<string>;
  },
): FileChange[] {
  const goneFiles = [...laidOut].filter(
    ([path]) => !found.files.has(path) && !found.left.has(path),
  );
  const goneFolders = [...folders].filter(
    (path) => !found.folders.has(path) && !found.left.has(path) && path !== OUTPUTS_PATH,
  );
  return [
    ...goneFiles.map(([path, { digest }]) => ({ type: "remove", path, base: digest }) as const),
    ...goneFolders
      .sort((a, b) => (a < b ? 1 : -1))
      .map((path) => ({ type: "remove", path, base: null }) as const),
  ];
}

const OUTPUTS_PATH = `/${OUTPUTS}`;

function isNewFolder(path: string, folders: ReadonlySet<string>): boolean {
  return !folders.has(path) && path !== OUTPUTS_PATH;
}

function asFolder(path: string): FileChange {
  return { type: "folder", path };
}

function tooMuch(why: string): CapstanError {
  return new CapstanError("FILE_TOO_LARGE", `Nothing that it wrote was kept: ${why}`);
}

function missing(path: string): never {
  throw new CapstanError("INTERNAL", `${path} was found and is not known.`);
}

/** A stranger's program chose it. */
export function shown(path: string): string {
  return path.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").slice(0, 200);
}

function clip(notes: readonly string[]): readonly string[] {
  if (notes.length <= MAX_NOTES) return notes;
  return [...notes.slice(0, MAX_NOTES), `And ${notes.length - MAX_NOTES} more like these.`];
}
