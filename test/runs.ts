import { test } from "vitest";

/** A run that may take its time: `npm run long`, `npm run console`, `npm run chaos`. */
export const IS_LONG = ["long", "console", "chaos"].includes(process.env.MODE ?? "");

/** For fast-check: how often a property is tried, usually and in a long run. */
export const runs = (usual: number, long: number) => ({ numRuns: IS_LONG ? long : usual });

/** Of a table of cases, those that the usual run takes; a long run takes them all. */
export const usually = <T>(cases: readonly T[], isUsual: (one: T, index: number) => boolean): T[] =>
  cases.filter((one, index) => IS_LONG || isUsual(one, index));

/** A test that the usual run leaves out, because a shorter one holds most of what it holds. */
export const longTest = (title: string, body: () => Promise<void>, limitMs?: number): void => {
  if (IS_LONG) test(title, body, limitMs);
};
