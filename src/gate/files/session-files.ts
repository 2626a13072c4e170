import { type Clock, timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { filePath, foldersAbove, nameOf } from "../../base/file-path.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { SessionFile } from "../../schema/session-file.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import type { FileInfo, SessionFiles } from "../session-files.ts";
import { CHUNK_BYTES, tooMuch, withContent } from "./store-content.ts";

export type FileLimits = {
  readonly fileBytes: number;
  readonly sessionBytes: number;
  readonly sessionFiles: number;
};

type Options = {
  readonly store: Pick<Store, "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "stream" | "hideKnown">;
  readonly limits: FileLimits;
};

const LIST_LIMIT = 1_000;
const PAGE = 1_000;

/** One session's files, over the store. Each change is durable by itself, together with its record. */
export function openSessionFiles(
  options: Options,
  sessionId: string,
  recordsOf: (changes: readonly Change[]) => readonly Change[] = () => [],
): SessionFiles {
  const { store, clock, limits, redactor } = options;
  const { files } = store;
  const now = () => timestamp(clock.now());
  const commit = (changes: readonly Change[]) =>
    store.journal.commit("files.change", [...changes, ...recordsOf(changes)]);

  /** A path stands in lists, records and addresses, where nobody expects a secret (A107). */
  function newPath(text: string): string {
    const path = filePath(text);
    if (redactor.hideKnown(path) === path) return path;
    throw new CapstanError("PATH_INVALID", "The path holds a secret. Choose another name.");
  }

  async function require(path: string): Promise<SessionFile> {
    const found = path === "/" ? root(sessionId, now()) : await files.get(sessionId, path);
    if (found) return found;
    throw new CapstanError("FILE_NOT_FOUND", `This session has nothing at ${path}.`, {
      details: { path },
    });
  }

  async function requireFile(path: string): Promise<SessionFile & { digest: string }> {
    const file = await require(path);
    if (file.digest !== null) return { ...file, digest: file.digest };
    throw new CapstanError("PATH_INVALID", `${path} is a folder.`, { details: { path } });
  }

  /** The folders above that are not there yet; refuses a path that leads through a file. */
  async function missingFolders(path: string): Promise<Change[]> {
    const missing: Change[] = [];
    for (const folder of foldersAbove(path)) {
      const found = await files.get(sessionId, folder);
      if (!found) missing.push({ type: "file.put", file: directory(sessionId, folder, now()) });
      else if (found.kind === "file") {
        throw new CapstanError("PATH_INVALID", `${folder} is a file, not a folder.`);
      }
    }
    return missing;
  }

  async function assertRoom(added: { readonly files: number; readonly bytes: number }) {
    const used = await files.usage(sessionId);
    if (used.files + added.files > limits.sessionFiles) {
      throw tooMuch(`The session may have ${limits.sessionFiles} files and folders.`);
    }
    if (used.bytes + added.bytes > limits.sessionBytes) {
      throw tooMuch(`The session's files may have ${limits.sessionBytes} bytes together.`);
    }
  }

  async function* allBelow(path: string): AsyncGenerator<SessionFile> {
    for (let after = ""; ; ) {
      const page = await files.list(sessionId, path, { deep: true, after, limit: PAGE });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.path;
    }
  }

  /** The changes that put what is at one path, and below it, at another as well. */
  async function copies(from: string, to: string): Promise<Change[]> {
    const source = await require(from);
    if (to === from || to.startsWith(`${from}/`)) {
      throw new CapstanError("PATH_INVALID", `${to} is ${from} itself, or inside it.`);
    }
    if (await files.get(sessionId, to)) {
      throw new CapstanError("PATH_INVALID", `There is something at ${to} already.`);
    }
    const changes = await missingFolders(to);
    const put = (file: SessionFile, path: string) =>
      changes.push({ type: "file.put", file: { ...file, path, updatedAt: now() }, expect: null });
    put(source, to);
    if (source.kind === "directory") {
      for await (const file of allBelow(from)) put(file, to + file.path.slice(from.length));
    }
    return changes;
  }

  return {
    async stat(text) {
      const path = filePath(text);
      const found = path === "/" ? root(sessionId, now()) : await files.get(sessionId, path);
      return found && infoOf(found);
    },
    async list(text, { recursive = false, after = "", limit = LIST_LIMIT } = {}) {
      const path = filePath(text);
      const { kind } = await require(path);
      if (kind === "file") throw new CapstanError("PATH_INVALID", `${path} is a file.`);
      const found = await files.list(sessionId, path, { deep: recursive, after, limit });
      return found.map(infoOf);
    },
    async read(text, offset, length) {
      const { digest, size } = await requireFile(filePath(text));
      const end = Math.min(size, offset + length);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      for (let at = offset; at < end; ) {
        const index = Math.floor(at / CHUNK_BYTES);
        const from = at - index * CHUNK_BYTES;
        const chunk = (await files.chunk(digest, index))?.subarray(from, from + end - at);
        if (!chunk || chunk.byteLength === 0) break;
        bytes.set(chunk, at - offset);
        at += chunk.byteLength;
      }
      return bytes;
    },
    async *chunks(text) {
      const { digest } = await requireFile(filePath(text));
      for (let index = 0; ; index++) {
        const chunk = await files.chunk(digest, index);
        if (!chunk) return;
        yield chunk;
      }
    },
    async write(text, content, { expect, isForeign = false } = {}) {
      const path = newPath(text);
      const before = path === "/" ? root(sessionId, now()) : await files.get(sessionId, path);
      if (before?.kind === "directory") {
        throw new CapstanError("PATH_INVALID", `${path} is a folder.`, { details: { path } });
      }
      const folders = await missingFolders(path);
      const added = folders.length + (before ? 0 : 1);
      await assertRoom({ files: added, bytes: 0 });
      return withContent(options, content, async ({ digest, size, naming }) => {
        await assertRoom({ files: added, bytes: size - (before?.size ?? 0) });
        const file: SessionFile = {
          sessionId,
          path,
          kind: "file",
          digest,
          size,
          executable: before?.executable ?? false,
          createdAt: before?.createdAt ?? now(),
          updatedAt: now(),
        };
        await commit([
          ...folders,
          ...naming,
          { type: "file.put", file, expect },
          ...(isForeign ? [{ type: "session.taint", sessionId, at: now() } as const] : []),
        ]);
        return { file: infoOf(file), created: before === undefined };
      });
    },
    async makeDirectory(text) {
      const path = newPath(text);
      const before = path === "/" ? root(sessionId, now()) : await files.get(sessionId, path);
      if (before?.kind === "file") throw new CapstanError("PATH_INVALID", `${path} is a file.`);
      if (before) return infoOf(before);
      const file = directory(sessionId, path, now());
      const folders = await missingFolders(path);
      await assertRoom({ files: folders.length + 1, bytes: 0 });
      await commit([...folders, { type: "file.put", file, expect: null }]);
      return infoOf(file);
    },
    async remove(text, recursive) {
      const path = filePath(text);
      if (path === "/") throw new CapstanError("PATH_INVALID", "The root folder stays.");
      const found = await files.get(sessionId, path);
      if (!found) return false;
      const isFull =
        found.kind === "directory" &&
        (await files.list(sessionId, path, { deep: false, after: "", limit: 1 })).length > 0;
      if (isFull && !recursive) {
        const message = `${path} is a folder with something in it: say recursive to remove it all.`;
        throw new CapstanError("PATH_INVALID", message);
      }
      await commit([{ type: "file.remove", sessionId, path }]);
      return true;
    },
    async copy(fromText, toText) {
      const [from, to] = [filePath(fromText), newPath(toText)];
      const changes = await copies(from, to);
      const added = changes.flatMap((it) => (it.type === "file.put" ? [it.file] : []));
      await assertRoom({
        files: added.length,
        bytes: added.reduce((sum, { size }) => sum + size, 0),
      });
      await commit(changes);
      return infoOf(await require(to));
    },
    async move(fromText, toText) {
      const [from, to] = [filePath(fromText), newPath(toText)];
      if (from === "/") throw new CapstanError("PATH_INVALID", "The root folder stays.");
      const changes = await copies(from, to);
      await assertRoom({ files: foldersAdded(changes, to), bytes: 0 });
      await commit([...changes, { type: "file.remove", sessionId, path: from }]);
      return infoOf(await require(to));
    },
  };
}

/** What is moved was counted before: only folders on the way are new. */
function foldersAdded(changes: readonly Change[], to: string): number {
  return changes.findIndex((it) => it.type === "file.put" && it.file.path === to);
}

function directory(sessionId: string, path: string, now: string): SessionFile {
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

/** The root needs no row: it is always there. */
function root(sessionId: string, now: string): SessionFile {
  return directory(sessionId, "/", now);
}

function infoOf(file: SessionFile): FileInfo {
  return {
    path: file.path,
    name: nameOf(file.path),
    isDirectory: file.kind === "directory",
    sizeBytes: file.size,
    digest: file.digest,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
  };
}
