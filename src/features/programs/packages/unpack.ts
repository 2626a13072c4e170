import { CapstanError } from "../../../base/errors.ts";
import type { Arrange } from "../../bundles/read/archive-path.ts";
import { readTar } from "../../bundles/read/read-tar.ts";
import { readZip } from "../../bundles/read/read-zip.ts";
import type { BundleLimits, ReadBundle } from "../../bundles/read-bundle.ts";
import { packageError } from "./package-error.ts";

/** Bounds of one package, which may be deeper and larger than a bundle. */
const PACKAGE_LIMITS: BundleLimits = { files: 30_000, bytes: 300_000_000, depth: 40 };

/** The first folder is taken off, whatever its name, as npm does. */
const asNpm: Arrange = (entries) =>
  entries
    .filter(({ isFolder }) => !isFolder)
    .map((entry) => ({ ...entry, path: entry.path.slice(1) }))
    .filter(({ path }) => path.length > 0);

const DATA = /^[^/]+\.data$/;
const INTO: ReadonlyMap<string, readonly string[]> = new Map([
  ["purelib", []],
  ["platlib", []],
  ["data", []],
  ["scripts", ["bin"]],
]);

/** All in one folder, as `pip install --target` does. Headers are for compilers, and left out. */
const asWheel: Arrange = (entries) =>
  entries.flatMap((entry) => {
    const { path, isFolder } = entry;
    const [top = "", kind = "", ...rest] = path;
    if (isFolder) return [];
    if (!DATA.test(top)) return [entry];
    const into = INTO.get(kind);
    return into === undefined || rest.length === 0 ? [] : [{ ...entry, path: [...into, ...rest] }];
  });

export function unpackNpm(name: string, archive: Uint8Array): Promise<ReadBundle> {
  return unpacked(name, readTar(archive, PACKAGE_LIMITS, asNpm));
}

export function unpackWheel(name: string, archive: Uint8Array): Promise<ReadBundle> {
  return unpacked(name, readZip(archive, PACKAGE_LIMITS, asWheel));
}

async function unpacked(name: string, reading: Promise<ReadBundle>): Promise<ReadBundle> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    throw packageError(`The archive of ${name} cannot be unpacked. ${error.message}`, error);
  }
}
