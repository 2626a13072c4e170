import type { ToolCall } from "../schema/message.ts";

// By identity: one that is read from the store is another object, and may have been made before.
const unmade = new WeakSet<ToolCall>();

/** Calls that this process has just given their ids: nobody can have made them yet. */
export function rememberNew(calls: readonly ToolCall[]): void {
  for (const call of calls) unmade.add(call);
}

/** True once for a new call: it need not be looked for in the store. */
export function takeNew(call: ToolCall): boolean {
  return unmade.delete(call);
}
