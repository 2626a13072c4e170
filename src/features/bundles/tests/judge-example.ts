import { isJsonObject } from "../../../base/json.ts";
import { cutLine, oneLine } from "../../../base/one-line.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { PackExample } from "../../../schema/pack-tools.ts";
import type { TestedItem } from "./folder-tester.ts";

type Verdict = Pick<TestedItem, "state" | "message">;

const MAX_SAID = 300;

/** Whether a program did what its example says; without a word of it, whether it ended with 0. */
export function judgeExample(
  { state, outputs, error, artifacts }: Outcome,
  {
    exit_code: code = 0,
    stdout_includes: text,
    artifacts: wanted = [],
  }: PackExample["expect"] = {},
): Verdict {
  if (state !== "completed" || !isJsonObject(outputs)) {
    return failed(error?.message ?? `it is ${state} and did not run`);
  }
  const { exit_code: ended, stdout, stderr } = outputs;
  if (ended !== code) {
    return failed(`exit code ${ended} instead of ${code}. ${said(stderr) || said(stdout)}`);
  }
  if (text !== undefined && !String(stdout).includes(text)) {
    return failed(`its output does not have "${text}" in it. It is: ${said(stdout)}`);
  }
  const made = artifacts.map(({ path }) => path.replace(/^\//, ""));
  const missing = wanted.filter((path) => !made.includes(path.replace(/^\//, "")));
  if (missing.length > 0) {
    return failed(
      `it did not make ${missing.join(", ")}. It made: ${made.join(", ") || "nothing"}`,
    );
  }
  const files = made.length === 0 ? "" : `, made ${made.join(", ")}`;
  return { state: "passed", message: `exit code ${ended}${files}` };
}

function failed(message: string): Verdict {
  return { state: "failed", message: cutLine(oneLine(message), 2 * MAX_SAID).trim() };
}

function said(stream: unknown): string {
  return typeof stream === "string" ? cutLine(oneLine(stream), MAX_SAID) : "";
}
