import { posix } from "node:path";
import type { Mount } from "../sandbox/sandbox.ts";

/** The text files of a host that exists in memory only, by absolute path. */
export type HostFiles = Map<string, string>;

/** What a process sees of them. Both methods throw as a file system would. */
export interface FakeFiles {
  read(path: string): string;
  write(path: string, text: string): void;
}

export function mountFiles(host: HostFiles, mounts: readonly Mount[], cwd: string): FakeFiles {
  const mounted = mounts
    .map((mount) => ({ ...mount, files: mount.mode === "scratch" ? new Map(host) : host }))
    .sort((a, b) => b.target.length - a.target.length);

  function find(path: string) {
    const absolute = posix.resolve(cwd, path);
    for (const { source, target, mode, files } of mounted) {
      const below = posix.relative(target, absolute);
      if (below === ".." || below.startsWith("../")) continue;
      return { file: posix.join(source, below), mode, files };
    }
    throw new Error(`ENOENT: no such file or directory, open '${path}'`);
  }

  return {
    read(path) {
      const { file, files } = find(path);
      const text = files.get(file);
      if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
      return text;
    },
    write(path, text) {
      const { file, mode, files } = find(path);
      if (mode === "ro") throw new Error(`EROFS: read-only file system, open '${path}'`);
      files.set(file, text);
    },
  };
}
