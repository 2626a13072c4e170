import mime from "mime";
import { type Clock, timestamp } from "../../base/clock.ts";
import { foldersAbove } from "../../base/file-path.ts";
import type { Artifact } from "../../schema/outcome.ts";
import type { SessionFile } from "../../schema/session-file.ts";
import type { Change } from "../../stores/journal.ts";
import type { FileReader } from "../../stores/readers/file-reader.ts";
import type { Settled } from "../workspaces.ts";
import { type FileChange, shown } from "./capture.ts";

type Put = Extract<FileChange, { type: "put" }>;

const MAX_BESIDE = 100;

/**
 * What becomes of a program's changes, held against the session's files as they are now. Where
 * somebody else has changed the same file meanwhile, theirs stays, and the program's lies beside it.
 */
export async function settle(
  { files, clock }: { readonly files: FileReader; readonly clock: Clock },
  sessionId: string,
  wanted: readonly FileChange[],
): Promise<Settled> {
  const now = timestamp(clock.now());
  const changes: Change[] = [];
  const artifacts: Artifact[] = [];
  const notes: string[] = [];
  const made = new Set<string>();
  const gone = new Set<string>();
  const get = (path: string) => files.get(sessionId, path);

  /** Folders that are missing; false where the way leads through a file that somebody put there. */
  async function makeFolders(folders: readonly string[]): Promise<boolean> {
    for (const path of folders) {
      if (made.has(path)) continue;
      const found = gone.has(path) ? undefined : await get(path);
      if (found?.kind === "file") return false;
      if (!found)
        changes.push({ type: "file.put", file: folder(sessionId, path, now), expect: null });
      made.add(path);
    }
    return true;
  }

  async function remove({ path, base }: Extract<FileChange, { type: "remove" }>): Promise<void> {
    const found = await get(path);
    if (!found) return;
    const isSame = found.digest === base && (base !== null || (await isEmptied(path)));
    if (isSame) {
      gone.add(path);
      changes.push({ type: "file.remove", sessionId, path, expect: base });
      return;
    }
    const what = base === null ? "somebody put something into it" : "somebody changed it";
    notes.push(`${shown(path)} was removed, but ${what} meanwhile: it stays.`);
  }

  async function isEmptied(path: string): Promise<boolean> {
    const page = { deep: true, after: "", limit: gone.size + 1 };
    return (await files.list(sessionId, path, page)).every((inner) => gone.has(inner.path));
  }

  async function put(change: Put): Promise<void> {
    const { path, digest, base } = change;
    const found = gone.has(path) ? undefined : await get(path);
    const isClear = (found?.digest ?? null) === base && found?.kind !== "directory";
    if (isClear && (await makeFolders(foldersAbove(path)))) return write(change, path, found);
    if (found?.digest === digest) return;
    const beside = await freeName(path);
    if (beside === undefined || !(await makeFolders(foldersAbove(beside)))) {
      notes.push(`${shown(path)} could not be kept: something else has its place now.`);
      return;
    }
    write(change, beside, undefined);
    notes.push(
      `${shown(path)} was changed by somebody else while the program ran. Theirs stays; what the program wrote is in ${shown(beside)}.`,
    );
  }

  function write({ digest, size, executable }: Put, path: string, before?: SessionFile): void {
    const file: SessionFile = {
      sessionId,
      path,
      kind: "file",
      digest,
      size,
      executable,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    made.add(path);
    changes.push({ type: "file.put", file, expect: before?.digest ?? null });
    const type = mime.getType(path);
    artifacts.push({ path, type: "file", ...(type && { mime: type }), sizeBytes: size });
  }

  /** `report (from call).md`, or with a number. Outermost where its own folder became a file. */
  async function freeName(path: string): Promise<string | undefined> {
    const at = path.lastIndexOf("/");
    const name = path.slice(at + 1);
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    for (let n = 1; n <= MAX_BESIDE; n++) {
      const beside = `${path.slice(0, at)}/${stem} (from call${n > 1 ? ` ${n}` : ""})${ending}`;
      if (beside.length > 1_000 || made.has(beside)) continue;
      if (!(await get(beside))) return beside;
    }
    return undefined;
  }

  for (const change of wanted) if (change.type === "remove") await remove(change);
  for (const change of wanted) {
    if (change.type !== "folder") continue;
    if (!(await makeFolders([...foldersAbove(change.path), change.path]))) {
      notes.push(`${shown(change.path)} could not be kept: a file has its place now.`);
    }
  }
  for (const change of wanted) if (change.type === "put") await put(change);
  return { changes, artifacts, notes };
}

function folder(sessionId: string, path: string, now: string): SessionFile {
  return {
    sessionId,
    path,
    kind: "directory",
    digest: null,
    size: 0,
    executable: false,
    createdAt: now,
    updatedAt: now,
  };
}
