import { canonicalJson } from "./canonical-json.ts";
import type { JsonValue } from "./json.ts";

/** A question about a call, as far as a person's answer depends on it. */
export type ShownQuestion = {
  readonly tool_id: string;
  readonly inputs: unknown;
  readonly level: string;
  readonly reason: string;
  readonly access?: unknown;
  readonly preview?: unknown;
};

/** The same question once it is asked, with all that may have changed it on its way. */
type AskedQuestion = ShownQuestion & {
  readonly changed?: readonly unknown[];
  readonly rewritten?: unknown;
  readonly edited?: unknown;
  readonly drift?: unknown;
};

/**
 * Whether an approval asks exactly what a person was shown before, so that the Run they pressed
 * answers it. An approval that reports any change is shown by itself, even when its input is equal.
 */
export function isAsShown(asked: AskedQuestion, shown: ShownQuestion): boolean {
  if (asked.changed?.length || asked.rewritten || asked.edited || asked.drift) return false;
  return textOf(asked) === textOf(shown);
}

function textOf({ tool_id, inputs, level, reason, access, preview }: ShownQuestion): string {
  const whole = [tool_id, inputs, level, reason, access, preview];
  // Both came as JSON; an absent member and null are one here.
  return canonicalJson(whole.map((part) => (part ?? null) as JsonValue));
}
