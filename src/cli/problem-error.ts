import { isJsonObject } from "../base/json.ts";
import { shorten } from "./shorten.ts";

/** What the server refused, in its own words. Its code may be newer than this command line. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** From RFC 9457 problem+json (X20), or from whatever else stood in the answer. */
export function readProblem(status: number, text: string, hint = ""): ProblemError {
  const problem = parse(text);
  const { code, message, detail, title } = isJsonObject(problem) ? problem : {};
  const words = [message, detail, title].find((it) => typeof it === "string" && it !== "");
  const said = words ?? `The server answered ${status}: ${shorten(text, 200)}`;
  return new ProblemError(
    status,
    typeof code === "string" ? code : "INTERNAL",
    hint ? `${said} ${hint}` : `${said}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
