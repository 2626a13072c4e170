import { CapstanError } from "../base/errors.ts";

/** As the standard for skills has it. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;

export function requireName(name: string, such: string): string {
  if (NAME.test(name) && name.length <= MAX_NAME) return name;
  const message = `"${name}" is not a name such as ${such}, with ${MAX_NAME} characters at most.`;
  throw new CapstanError("REQUEST_INVALID", message);
}

export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
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
