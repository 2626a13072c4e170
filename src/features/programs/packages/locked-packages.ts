import { CapstanError } from "../../../base/errors.ts";
import { textOf } from "../../bundles/agent-files.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { askedPackages, readPackageLock } from "./read-package-lock.ts";
import { isPinned, requirementLines } from "./read-requirements.ts";
import { listUvLock } from "./read-uv-lock.ts";

/** Every package that the locks of a folder bring, as `name version`, or why a lock cannot be used. */
export async function lockedPackages(read: ReadBundle): Promise<readonly string[]> {
  const text = (name: string) => textOf(read, name);
  return [...(await told(() => npmPackages(text))), ...(await told(() => pythonPackages(text)))];
}

type ReadText = (name: string) => string | undefined;

async function npmPackages(text: ReadText): Promise<readonly string[]> {
  const [manifest, lock] = [text("package.json"), text("package-lock.json")];
  if (lock === undefined || askedPackages(manifest).length === 0) return [];
  const { locked } = readPackageLock(lock, { manifest });
  return unique(locked.map(({ name, version }) => `${name} ${version}`));
}

async function pythonPackages(text: ReadText): Promise<readonly string[]> {
  const lines = requirementLines(text("requirements.txt"));
  const uv = text("uv.lock");
  if (lines.length > 0) {
    return isPinned(lines)
      ? unique(lines.map((line) => line.replace(/==([^\s;]+).*$/s, " $1")))
      : [];
  }
  return uv === undefined ? [] : unique(await listUvLock(uv));
}

function unique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].toSorted();
}

async function told(list: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await list();
  } catch (error) {
    if (error instanceof CapstanError) return [error.message];
    throw error;
  }
}
