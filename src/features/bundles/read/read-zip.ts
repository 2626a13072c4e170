import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type Entry, fromBufferPromise, type LocalFileHeader, type ZipFile } from "yauzl";
import { CapstanError } from "../../../base/errors.ts";
import { BUNDLE_LIMITS, type BundleLimits, type ReadBundle } from "../read-bundle.ts";
import { type Arrange, asBundle } from "./archive-path.ts";
import { invalid } from "./bundle-errors.ts";
import { type Collector, collectFiles } from "./collect-files.ts";
import { readEntry, type ZipEntry } from "./zip-entry.ts";

const inflate = promisify(inflateRaw);

/** A file of the zip, and where in it its bytes are. */
type Located = ZipEntry & { readonly start: number; readonly end: number };

/**
 * Reads a zip once, and answers what `readFolder` would for the folder that it was made from. What
 * counts is the central directory; whatever says otherwise is refused. A zip inside is a file like any
 * other.
 */
export async function readZip(
  bytes: Uint8Array,
  limits: BundleLimits = BUNDLE_LIMITS,
  arrange: Arrange = asBundle,
): Promise<ReadBundle> {
  if (bytes.byteLength > limits.bytes) {
    const message = `The zip has more than ${limits.bytes} bytes. Leave out what is large.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const collector = collectFiles(limits);
  const zip = await asZip(() => fromBufferPromise(buffer, { decodeStrings: false }));
  refuseTwoReadings(buffer, zip.comment.length);
  const kept = arrange(await readEntries(zip, collector), collector);
  for (const { entry, path } of kept) collector.spend(entry.uncompressedSize, path);
  const located: Located[] = [];
  for (const entry of kept) located.push(await locate(zip, entry));
  refuseOverlaps(located);
  for (const entry of located) {
    collector.add(entry.path, await decode(buffer, entry), entry.executable);
  }
  return collector.finish();
}

const SIZES_FOLLOW = 0x8;
const NOT_HERE = 0xffffffff;
const END_BYTES = 22;
/** The end of a zip64, and what leads to it. */
const LONG_END_BYTES = 56 + 20;

/**
 * The list of entries must lie right before the end: with something between or before that nobody
 * counted, some readers find another list (A92).
 */
function refuseTwoReadings(zip: Buffer, commentBytes: number): void {
  const end = zip.byteLength - commentBytes - END_BYTES;
  const gap = end - zip.readUInt32LE(end + 12) - zip.readUInt32LE(end + 16);
  if (gap === 0 || gap === LONG_END_BYTES) return;
  const message = "The zip has something before it, or behind it. Make the zip anew.";
  throw new CapstanError("BUNDLE_INVALID", message);
}

async function readEntries(zip: ZipFile, collector: Collector): Promise<readonly ZipEntry[]> {
  const entries: ZipEntry[] = [];
  await asZip(async () => {
    for await (const entry of zip.eachEntry()) {
      collector.see();
      const read = readEntry(entry);
      if (read.isFolder) collector.enter(read.path);
      entries.push(read);
    }
  });
  return entries;
}

/** Its header in front of its bytes must say the same: some readers believe that one. */
async function locate(zip: ZipFile, found: ZipEntry): Promise<Located> {
  const { entry, path } = found;
  const header = await asZip(() => zip.readLocalFileHeaderPromise(entry, {}));
  if (!entry.fileNameRaw.equals(header.fileName)) {
    throw invalid(path.join("/"), "has two names in the zip. Make the zip anew.");
  }
  if (!isSame(entry, header)) {
    throw invalid(path.join("/"), "is described in two ways in the zip. Make the zip anew.");
  }
  const end = header.fileDataStart + entry.compressedSize;
  if (end > zip.fileSize) throw damaged(path);
  return { ...found, start: header.fileDataStart, end };
}

/** Where sizes follow the bytes, or are too long for the header, it says none. */
function isSame(entry: Entry, header: LocalFileHeader): boolean {
  const says = (written: number, listed: number) => written === listed || written === NOT_HERE;
  return (
    header.compressionMethod === entry.compressionMethod &&
    (isToFollow(header) ||
      (header.crc32 === entry.crc32 &&
        says(header.compressedSize, entry.compressedSize) &&
        says(header.uncompressedSize, entry.uncompressedSize)))
  );
}

function isToFollow({ generalPurposeBitFlag }: LocalFileHeader): boolean {
  return (generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
}

/** The same bytes may stand for one file only: otherwise a small zip is a large tree (A34). */
function refuseOverlaps(located: readonly Located[]): void {
  let before = 0;
  const headerOf = ({ entry }: Located) => entry.relativeOffsetOfLocalHeader;
  for (const each of located.toSorted((a, b) => headerOf(a) - headerOf(b))) {
    if (headerOf(each) < before) {
      throw invalid(each.path.join("/"), "shares its bytes with another file. Make the zip anew.");
    }
    before = each.end;
  }
}

/** Never more bytes than were declared, whatever the zip makes of them. */
async function decode(zip: Buffer, { entry, path, start, end }: Located): Promise<Uint8Array> {
  const { compressionMethod, uncompressedSize: size } = entry;
  const raw = zip.subarray(start, end);
  const bytes =
    compressionMethod === 0
      ? Buffer.from(raw)
      : await inflate(raw, { maxOutputLength: Math.max(1, size) }).catch(() => undefined);
  if (bytes?.byteLength !== size || crc32(bytes) !== entry.crc32) throw damaged(path);
  return bytes;
}

function damaged(path: readonly string[]): CapstanError {
  return invalid(path.join("/"), "is not what the zip says of it. Make the zip anew.");
}

/** What its reader finds wrong may quote the zip, and is kept as the cause. */
async function asZip<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof CapstanError) throw cause;
    throw new CapstanError("BUNDLE_INVALID", "It is not a zip, or a damaged one.", { cause });
  }
}
