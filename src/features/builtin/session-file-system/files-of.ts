import { CapstanError } from "../../../base/errors.ts";
import type { SessionFiles } from "../../../gate/session-files.ts";
import type { ToolContext } from "../../builtin-capability.ts";

/** The files of the session that calls (E32): outside one there are none. */
export function filesOf({ files }: ToolContext): SessionFiles {
  if (files) return files;
  const message = "This tool works on the files of a session: call it in one (session_id).";
  throw new CapstanError("REQUEST_INVALID", message);
}

export const PATH = {
  type: "string",
  format: "path",
  description: 'Absolute path inside the session, such as "/docs/readme.txt".',
  minLength: 1,
  maxLength: 1_024,
} as const;
