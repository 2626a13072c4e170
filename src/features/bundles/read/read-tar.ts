import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CapstanError } from "../../../base/errors.ts";
import { BUNDLE_LIMITS, type BundleLimits, type ReadBundle } from "../read-bundle.ts";
import { type Arrange, asBundle } from "./archive-path.ts";
import { collectFiles } from "./collect-files.ts";
import { BLOCK, type TarEntry, tarEntries } from "./tar-entry.ts";

const unzip = promisify(gunzip);
/** What an entry may take beside its bytes: its header, those that describe it, and padding. */
const BLOCKS_FOR_EACH = 6;
/** How often more entries than files may be met. */
const SEEN_FOR_EACH_FILE = 4;

/**
 * Reads a tar.gz once, in memory, and answers what `readFolder` would for the folder that it was made
 * from. Never more is unpacked than a bundle may have (A34).
 */
export async function readTar(
  bytes: Uint8Array,
  limits: BundleLimits = BUNDLE_LIMITS,
  arrange: Arrange = asBundle,
): Promise<ReadBundle> {
  if (bytes.byteLength > limits.bytes) {
    const message = `The archive has more than ${limits.bytes} bytes. Leave out what is large.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  const tar = await unpack(bytes, limits);
  const collector = collectFiles(limits);
  const entries: TarEntry[] = [];
  for (const entry of tarEntries(tar)) {
    collector.see();
    if (entry.isFolder) collector.enter(entry.path);
    entries.push(entry);
  }
  for (const { path, start, size, executable } of arrange(entries, collector)) {
    collector.spend(size, path);
    // A copy: otherwise one small file would keep the whole archive in memory.
    collector.add(path, Uint8Array.from(tar.subarray(start, start + size)), executable);
  }
  return collector.finish();
}

async function unpack(bytes: Uint8Array, { bytes: most, files }: BundleLimits): Promise<Buffer> {
  const maxOutputLength = most + files * SEEN_FOR_EACH_FILE * BLOCKS_FOR_EACH * BLOCK;
  try {
    return await unzip(bytes, { maxOutputLength });
  } catch (cause) {
    const isTooLarge = (cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    const message = isTooLarge
      ? `The archive unpacks to more than ${most} bytes. Leave out what is large.`
      : "It is not a tar.gz, or a damaged one.";
    throw new CapstanError("BUNDLE_INVALID", message, { cause });
  }
}
