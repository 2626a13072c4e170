import { digest } from "../base/digest.ts";
import { Binding } from "../schema/approval.ts";
import type { Attempt } from "./call.ts";

/** What of an attempt an approval is bound to. */
export type Bound = Pick<Attempt, "tool" | "inputs" | "access" | "config" | "invocation">;

/** What an approval of this attempt would be good for: exactly this and nothing else (X8). */
export function bindingOf({ tool, inputs, invocation, ...rest }: Bound): Binding {
  return {
    tool: tool.toolId,
    definition: tool.digest,
    input: digest(inputs),
    access: accessDigest(rest),
    session: invocation.sessionId ?? "",
  };
}

/** What a call may touch, and how its agent set it up: either changed is another call. */
export function accessDigest({ access, config }: Pick<Attempt, "access" | "config">): string {
  return digest(Object.keys(config).length === 0 ? access : { ...access, config });
}

/** The parts in which two bindings differ. */
export function changedParts(before: Binding, now: Binding): (keyof Binding)[] {
  return Binding.keyof().options.filter((part) => before[part] !== now[part]);
}
