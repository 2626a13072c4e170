import type { BigIntStats } from "node:fs";
import { changed } from "./bundle-errors.ts";
import type { OpenFile } from "./open-entry.ts";

/** All of a file, as it was at one moment. One that is written meanwhile is an error, not a mix. */
export async function readWhole({ handle, stats }: OpenFile, shown: string): Promise<Uint8Array> {
  const size = Number(stats.size);
  // One more than there should be, to notice that there is more.
  const bytes = Buffer.allocUnsafeSlow(size + 1);
  let length = 0;
  while (length < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, length, bytes.byteLength - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const after = await handle.stat({ bigint: true });
  if (length !== size || !isUntouched(stats, after)) throw changed(shown);
  return bytes.subarray(0, size);
}

function isUntouched(before: BigIntStats, after: BigIntStats): boolean {
  return (
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs
  );
}
