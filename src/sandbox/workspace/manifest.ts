import { randomUUID } from "node:crypto";
import { type BigIntStats, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** A file as it was laid out, and by what it is known to be that one still. */
export type LaidOut = {
  readonly digest: string;
  readonly executable: boolean;
  /** Its inode, size and time of change: a program can set none of these back together. */
  readonly mark: string;
};

/** What lies in a workspace, by path. */
export type Manifest = Map<string, LaidOut>;

export function markOf({ dev, ino, size, ctimeNs, mode }: BigIntStats): string {
  return `${dev}.${ino}.${size}.${ctimeNs}.${mode}`;
}

export function modeOf(executable: boolean): number {
  return executable ? 0o700 : 0o600;
}

/** Only saves work: whatever it does not know is compared by content, or laid out again. */
export async function readManifest(file: string): Promise<Manifest> {
  try {
    const { boot, files } = JSON.parse(await readFile(file, "utf8")) as {
      boot: string;
      files: [string, string, boolean, string][];
    };
    // After a cut of the power a file may have the right time and the wrong bytes.
    if (boot !== BOOT) return new Map();
    return new Map(
      files.map(([path, digest, executable, mark]) => [path, { digest, executable, mark }]),
    );
  } catch {
    return new Map();
  }
}

export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  const files = [...manifest].map(([path, { digest, executable, mark }]) => [
    path,
    digest,
    executable,
    mark,
  ]);
  const beside = `${file}.${randomUUID()}`;
  try {
    await writeFile(beside, JSON.stringify({ boot: BOOT, files }), { mode: 0o600, flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const BOOT = bootId();

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Elsewhere each process compares once.
    return randomUUID();
  }
}
