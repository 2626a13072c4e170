import { CapstanError } from "../../../base/errors.ts";
import { BUNDLE_LIMITS, type BundleLimits, type ReadBundle } from "../read-bundle.ts";
import { readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

/** A zip or a tar.gz, by its first bytes: what it is called decides nothing (A92). */
export function readArchive(
  bytes: Uint8Array,
  limits: BundleLimits = BUNDLE_LIMITS,
): Promise<ReadBundle> {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return readZip(bytes, limits);
  if (first === 0x1f && second === 0x8b) return readTar(bytes, limits);
  const message = "It is neither a zip nor a tar.gz. Make one of these from the folder.";
  return Promise.reject(new CapstanError("BUNDLE_INVALID", message));
}
