import { digest } from "../../base/digest.ts";
import type { Access } from "../../schema/access.ts";
import { Binding } from "../../schema/approval.ts";
import type { Attempt } from "../call.ts";
import { momentOf } from "./moment.ts";

/** What of an attempt an approval is bound to. */
export type Bound = Pick<
  Attempt,
  "tool" | "inputs" | "access" | "config" | "invocation" | "demands" | "run"
>;

/** What an approval of this attempt would be good for: exactly this and nothing else (X8). */
export function bindingOf(
  { tool, inputs, invocation, demands, run, ...rest }: Bound,
  previewDigest = "",
): Binding {
  return {
    tool: tool.toolId,
    definition: tool.digest,
    input: digest(inputs),
    access: accessDigest(rest),
    session: invocation.sessionId ?? "",
    preview: previewDigest,
    packs: demands.map(({ bind }) => bind).join(" "),
    context: momentOf(run),
  };
}

/** What a call may touch, and how its agent set it up: either changed is another call. */
export function accessDigest({ access, config }: Pick<Attempt, "access" | "config">): string {
  if (Object.keys(config).length > 0) return digest({ ...access, config });
  const known = digests.get(access) ?? digest(access);
  digests.set(access, known);
  return known;
}

/** Most calls share one access, that of nobody. */
const digests = new WeakMap<Access, string>();

/** The parts in which two bindings differ. What no pack restricts any more needs no second answer. */
export function changedParts(before: Binding, now: Binding): (keyof Binding)[] {
  return Binding.keyof().options.filter(
    (part) =>
      before[part] !== now[part] && (part !== "packs" || now.packs !== "") && part !== "context",
  );
}
