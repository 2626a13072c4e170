import { CapstanError } from "../base/errors.ts";

/** For what a person asked for: it never takes the place of a file that is there. */
export function writeNewFile(file: string, content: string | Uint8Array): void {
  const { writeFileSync } = process.getBuiltinModule("node:fs");
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    const reason = error instanceof Error ? error.message : String(error);
    const message = isThere
      ? `The file "${file}" is there already: choose another name.`
      : `The file "${file}" cannot be written: ${reason}`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
}
