import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { KnownFolder } from "../../model.ts";
import type { Choice, Plan } from "../complete-calls.ts";
import { type FoundFile, filesIn } from "../file-set.ts";
import type { FileTools } from "./file-tools.ts";
import type { FileRequest } from "./request.ts";

/** A request about files, and what is known for it. */
export type FileTask = {
  readonly request: FileRequest;
  readonly tools: FileTools;
  readonly folders: readonly KnownFolder[];
  readonly roots: readonly string[];
  /** What a call brought; undefined while it has not been made. */
  readonly see: (name: string, input: JsonObject) => JsonValue | undefined;
};

export type Done = {
  readonly plan: Plan;
  readonly about?: readonly FoundFile[];
  readonly choice?: Choice;
};

export const WAIT = Symbol("wait");
export const PASS = Symbol("pass");

/** What comes of a request; or that something must be seen first, or that it is not about files. */
export type Outcome = Done | typeof WAIT | typeof PASS;

export function isOutcome(value: object | symbol): value is Outcome {
  return typeof value === "symbol" || "plan" in value;
}

export const MOST_LISTED = 2_000;
export const MOST_ROOTS = 6;

export type Seen = {
  readonly root: string;
  readonly files: readonly FoundFile[];
  readonly isCut: boolean;
  /** It was only rehearsed: nothing is known of what there is. */
  readonly isHidden: boolean;
};

export function filesSeen(root: string, outputs: JsonValue | undefined): Seen | undefined {
  if (outputs === undefined) return undefined;
  const set = filesIn(outputs);
  return { root, files: set?.files ?? [], isCut: set?.isCut ?? false, isHidden: !set };
}
