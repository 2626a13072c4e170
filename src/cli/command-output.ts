import { block } from "./block.ts";
import type { Line } from "./line.ts";
import { styled } from "./line.ts";

/** What a program printed and how it ended. */
type Output = {
  readonly exit_code: number | null;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timed_out: boolean;
};

const KEYS = new Set([
  ...["ok", "exit_code", "signal", "stdout", "stderr", "truncated", "timed_out"],
]);

/** By its exact shape: with anything more in it, all of it is printed. */
export function isCommandOutput(value: unknown): value is Output {
  if (typeof value !== "object" || value === null) return false;
  if (!Object.keys(value).every((key) => KEYS.has(key))) return false;
  const { ok, exit_code, signal, stdout, stderr, truncated, timed_out } = value as Record<
    string,
    unknown
  >;
  return (
    typeof ok === "boolean" &&
    (exit_code === null || typeof exit_code === "number") &&
    (signal === undefined || typeof signal === "string") &&
    typeof stdout === "string" &&
    typeof stderr === "string" &&
    typeof truncated === "boolean" &&
    typeof timed_out === "boolean"
  );
}

export function commandLines(output: Output, max: number): Line[] {
  const { stdout, stderr } = output;
  return [
    ...printed(stdout, max),
    ...(stderr === "" ? [] : ["Errors:", ...printed(stderr, max)]),
    ...(stdout === "" && stderr === "" ? ["It printed nothing."] : []),
    [styled(output.exit_code === 0 ? "green" : "red", endOf(output))],
  ];
}

function printed(text: string, max: number): string[] {
  return text === "" ? [] : block(text.replace(/\r?\n$/, ""), max);
}

function endOf({ exit_code: code, signal, truncated, timed_out: timedOut }: Output): string {
  const end = code === null ? `Ended by ${signal ?? "a signal"}` : `Exit code ${code}`;
  const marks = [...(timedOut ? ["timed out"] : []), ...(truncated ? ["output truncated"] : [])];
  return [end, ...marks].join(", ");
}
