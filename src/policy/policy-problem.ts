import { CapstanError } from "../base/errors.ts";

/** What is wrong with a policy, and where. Lines and columns count from 1. */
export type PolicyProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** Throws all problems as one error, a line for each. */
export function refuseProblems(problems: readonly PolicyProblem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new CapstanError("POLICY_INVALID", problems.map(problemLine).join("\n"), {
    details: { file: first.file, line: first.line },
  });
}

export function problemLine({ file, line, column, message }: PolicyProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}
