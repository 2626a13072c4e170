import { diff } from "node:util";

/** Comparing takes time by the number of lines times that of changes. */
const MAX_LINES = 3_000;
const CONTEXT = 3;

/** Of Node's `diff`: which side a line is on. */
const REMOVED = -1;
const ADDED = 1;

type Step = { readonly sign: " " | "-" | "+"; readonly line: string };

/** As `diff -u` prints it; null for texts that are too long to compare. */
export function unifiedDiff(path: string, before: string, after: string): string | null {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length > MAX_LINES || now.length > MAX_LINES) return null;
  const steps = stepsBetween(old, now);
  const head = [`--- ${path}`, `+++ ${path}`];
  return [...head, ...hunksOf(steps)].join("\n");
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function stepsBetween(old: readonly string[], now: readonly string[]): readonly Step[] {
  // Written out where a side is empty: Node's answer is the same, and takes long.
  if (old.length === 0) return now.map((line) => ({ sign: "+", line }));
  if (now.length === 0) return old.map((line) => ({ sign: "-", line }));
  // From the later text to the earlier one: what only the later one has counts as removed there.
  return diff(old, now).map(([side, line]) => ({ sign: signOf(side), line }));
}

function signOf(side: number): Step["sign"] {
  if (side === ADDED) return "-";
  return side === REMOVED ? "+" : " ";
}

/** Changes with a few lines around them; what is far from any change is left out. */
function hunksOf(steps: readonly Step[]): string[] {
  const lines: string[] = [];
  let [oldLine, newLine, shownTo] = [1, 1, 0];
  const isNear = (at: number) =>
    steps.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== " ");
  for (const [at, { sign, line }] of steps.entries()) {
    if (isNear(at)) {
      if (shownTo !== at || at === 0) lines.push(`@@ -${oldLine} +${newLine} @@`);
      lines.push(`${sign}${line}`);
      shownTo = at + 1;
    }
    if (sign !== "+") oldLine += 1;
    if (sign !== "-") newLine += 1;
  }
  return lines;
}
