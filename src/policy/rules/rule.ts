import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { PolicyFile } from "../policy-options.ts";
import type { References } from "./references.ts";

/** A policy of a file, read. */
export type Rule = {
  readonly id: string;
  /** Equal for rules that are equal. */
  readonly key: string;
  readonly effect: "permit" | "forbid";
  /** The actions that it is about. */
  readonly actions: ReadonlySet<string>;
  readonly file: PolicyFile;
  /** Where in the file it begins, and in which line that is. */
  readonly start: number;
  readonly line: number;
  /** For people. */
  readonly reason: string;
  readonly text: string;
  readonly json: PolicyJson;
  /** Whether `json` says what `text` says: it does not for numbers past 2^53. */
  readonly isExact: boolean;
  readonly references: References;
  /** Whether evaluating it can fail, strictly validated as it is. */
  readonly canFail: boolean;
};

/** `policy/team.cedar:12` */
export function positionOf({ file, line }: Rule): string {
  return `${file.name}:${line}`;
}

/** Whether what it says of a call is the same whoever approves. */
export function standsAtEveryLevel({ references }: Rule): boolean {
  const { context } = references;
  return !context.has("approval_level") && !context.has("changes_seen");
}
