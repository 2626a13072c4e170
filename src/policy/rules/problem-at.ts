import type { DetailedError } from "@cedar-policy/cedar-wasm/nodejs";
import { offsetOfByte, positionAt } from "../cedar/position.ts";
import type { PolicyText } from "../cedar/split-policies.ts";
import type { PolicyFile } from "../policy-options.ts";
import type { PolicyProblem } from "../policy-problem.ts";

type CedarError = Pick<DetailedError, "message"> &
  Partial<Pick<DetailedError, "help" | "sourceLocations">>;

/** What Cedar puts before its messages: file and line say it better. */
const PREAMBLE = /(?:failed to parse policy from string: |for policy `[\s\S]*?`, )/;

/** An error of Cedar about one policy, placed in the file that the policy is from. */
export function problemAt(file: PolicyFile, part: PolicyText, error: CedarError): PolicyProblem {
  const [where] = error.sourceLocations ?? [];
  const offset = where ? offsetOfByte(part.text, where.start) : 0;
  const hints = [where?.label, error.help].filter((hint) => typeof hint === "string");
  const message = [error.message, ...hints].map((text) => text.replace(PREAMBLE, "")).join("; ");
  return { file: file.name, ...positionAt(file.text, part.start + offset), message };
}
