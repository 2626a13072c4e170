import mime from "mime";
import type { FileInfo, SessionFiles } from "../../gate/session-files.ts";
import type { Artifact } from "../../schema/outcome.ts";

/** The same files, with a list of those that a call has written: its artifacts (P32). */
export function watchFiles(files: SessionFiles): {
  readonly files: SessionFiles;
  readonly artifacts: () => Artifact[];
} {
  const written = new Map<string, FileInfo>();
  const note = (file: FileInfo) => {
    if (!file.isDirectory) written.set(file.path, file);
    return file;
  };
  return {
    files: {
      ...files,
      async write(...args) {
        const result = await files.write(...args);
        note(result.file);
        return result;
      },
      copy: async (from, to) => note(await files.copy(from, to)),
      move: async (from, to) => note(await files.move(from, to)),
    },
    artifacts: () =>
      [...written.values()].map(({ path, sizeBytes }) => {
        const type = mime.getType(path);
        return { path, type: "file", ...(type && { mime: type }), sizeBytes };
      }),
  };
}
