import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { CapstanError } from "../base/errors.ts";

const TERMINAL = /^\/dev\/(?:pts\/\d{1,10}|tty\w{1,32})$/;
/** Whoever holds a terminal back must not hold the server back; it never becomes the server's own. */
const OPENED =
  constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Writes to a terminal of the server's own user, and to nothing else that a path may name. */
export function writeToTerminal(path: string, text: string): void {
  if (!TERMINAL.test(path)) throw refused(path);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, OPENED);
    const found = fstatSync(descriptor);
    const isOwn = found.uid === process.getuid?.();
    if (!found.isCharacterDevice() || !isOwn || !isatty(descriptor)) throw refused(path);
    const bytes = Buffer.from(text);
    if (writeSync(descriptor, bytes) < bytes.length) throw refused(path);
  } catch (error) {
    throw error instanceof CapstanError ? error : refused(path, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function refused(path: string, cause?: unknown): CapstanError {
  const message = `"${path}" is no terminal of the user that runs the server, or it takes no text now.`;
  return new CapstanError("TERMINAL_INVALID", message, { cause });
}
