import { CapstanError } from "../base/errors.ts";

/** Text files by their path, in a folder that is not there yet. */
export function writeNewFolder(folder: string, files: ReadonlyMap<string, string>): void {
  const { mkdirSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const { dirname, join } = process.getBuiltinModule("node:path");
  try {
    mkdirSync(dirname(folder), { recursive: true });
    // Never into a folder that is there.
    mkdirSync(folder);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    const reason = error instanceof Error ? error.message : String(error);
    const message = exists ? `${folder} exists already.` : `${folder} cannot be written: ${reason}`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
}
