import { ERROR_CODES } from "../src/base/errors.ts";
import { table } from "./table.ts";

const HEAD = ["code", "status", "again", "when"];

/** The text of docs/errors.md, made from the table that the code itself uses. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_CODES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, retryable, when }]) => [
      `\`${code}\``,
      String(status),
      retryable ? "yes" : "no",
      when.replaceAll("|", "\\|"),
    ]);
  return `# Errors

Made by \`npm run docs\` from \`src/base/errors.ts\`; do not edit.

A failure is \`{code, message, details?, retryable}\`. The message is for people and may change; the
code is for programs and never does. Over HTTP a failure is \`application/problem+json\` with the
status below. Once an invocation exists the answer is 200 and the code stands in its outcome.
_Again_ says whether the same request may succeed later.

${table(HEAD, rows)}
`;
}
