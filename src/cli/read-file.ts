import { CapstanError } from "../base/errors.ts";

/** A file that the person named. */
export function readNamedFile(file: string): string {
  return readNamedBytes(file).toString();
}

export function readNamedBytes(file: string): Buffer {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapstanError("REQUEST_INVALID", `The file "${file}" cannot be read: ${reason}`);
  }
}
