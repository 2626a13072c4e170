import type { BuiltinCapability } from "../../builtin-capability.ts";
import { BUILTIN_IDS } from "../builtin-ids.ts";
import { copyFile, moveFile } from "./arrange-tools.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { grepFiles } from "./grep-files.ts";
import { listDirectory } from "./list-directory.ts";
import { readFile } from "./read-file.ts";
import { statFile } from "./stat-file.ts";
import { writeFile } from "./write-file.ts";

/** Files of the session's own, kept in the database (E24, E33). */
export const sessionFileSystem: BuiltinCapability = {
  id: BUILTIN_IDS.fileSystem,
  name: "File System",
  description: "Files of the session's own: read, write, list, search and remove them.",
  status: "available",
  icon: "folder",
  category: "File Operations",
  systemPrompt: [
    "You have a file system of your own for this session. Paths are absolute, such as /docs/notes.md; folders are made when a file is written.",
    "Look around with list_directory and grep_files before you read, and read before you change. To change a part of a file use edit_file rather than writing all of it again. Large files come in pieces: go on at next_offset.",
    "Files last as long as the session, and only this session sees them. Before you delete something, be sure that it is what was meant.",
  ].join("\n"),
  tools: [
    readFile,
    writeFile,
    editFile,
    listDirectory,
    grepFiles,
    deleteFile,
    statFile,
    moveFile,
    copyFile,
  ],
};
