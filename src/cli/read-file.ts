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
    throw unreadable(file, error);
  }
}

/** The same line by line, of whatever size. */
export async function* readNamedLines(file: string): AsyncGenerator<string> {
  const { open } = process.getBuiltinModule("node:fs/promises");
  const handle = await open(file).catch((error) => {
    throw unreadable(file, error);
  });
  try {
    yield* handle.readLines();
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    await handle.close();
  }
}

function unreadable(file: string, error: unknown): CapstanError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CapstanError("REQUEST_INVALID", `The file "${file}" cannot be read: ${reason}`);
}
