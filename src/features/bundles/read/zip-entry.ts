import { constants } from "node:fs";
import { type Entry, getFileNameLowLevel } from "yauzl";
import { archivePath } from "./archive-path.ts";
import { invalid } from "./bundle-errors.ts";

/** An entry as the central directory describes it. */
export type ZipEntry = {
  readonly entry: Entry;
  readonly path: readonly string[];
  readonly isFolder: boolean;
  readonly executable: boolean;
};

const { S_IFMT, S_IFREG, S_IFDIR } = constants;
const OWNER_MAY_RUN = 0o100;
/** Made by PKWARE for Unix: behind its first 12 bytes stands where a link leads. */
const UNIX_FIELD = 0x000d;
const UNIX_FIELD_BYTES = 12;
const STORED = 0;
const DEFLATED = 8;

/** Checks all that an entry says of itself, before a byte of it is decoded (A33). */
export function readEntry(entry: Entry): ZipEntry {
  // Decoded here: "\" stays what it is, and is refused.
  const name = getFileNameLowLevel(
    entry.generalPurposeBitFlag,
    entry.fileNameRaw,
    entry.extraFields,
    true,
  );
  const isFolder = name.endsWith("/");
  const path = archivePath(isFolder ? name.slice(0, -1) : name);
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode & S_IFMT;
  const isLink = entry.extraFields.some(
    ({ id, data }) => id === UNIX_FIELD && data.byteLength > UNIX_FIELD_BYTES,
  );
  if (isLink || (type !== 0 && type !== S_IFREG && type !== S_IFDIR)) {
    throw invalid(name, "is a link, a device or the like. Put the file itself into the zip.");
  }
  if ((type === S_IFDIR && !isFolder) || (isFolder && entry.uncompressedSize > 0)) {
    throw invalid(name, "is a file and a folder. Make the zip anew.");
  }
  if (entry.isEncrypted()) throw invalid(name, "is encrypted. Make the zip without a password.");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw invalid(name, "is compressed in a way that is not common. Make the zip with deflate.");
  }
  return { entry, path, isFolder, executable: (mode & OWNER_MAY_RUN) !== 0 };
}
