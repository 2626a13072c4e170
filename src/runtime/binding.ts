import { digest } from "../base/digest.ts";
import { Binding } from "../schema/approval.ts";
import type { Attempt } from "./call.ts";

/** What of an attempt an approval is bound to. */
export type Bound = Pick<Attempt, "tool" | "inputs" | "grants" | "invocation">;

/** What an approval of this attempt would be good for: exactly this and nothing else (X8). */
export function bindingOf({ tool, inputs, grants, invocation }: Bound): Binding {
  return {
    tool: tool.toolId,
    definition: tool.digest,
    input: digest(inputs),
    grants: digest(grants),
    session: invocation.sessionId ?? "",
  };
}

/** The parts in which two bindings differ. */
export function changedParts(before: Binding, now: Binding): (keyof Binding)[] {
  return Binding.keyof().options.filter((part) => before[part] !== now[part]);
}
