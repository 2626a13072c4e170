import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { CommandCall } from "../../schema/command-call.ts";
import type { CommandExecution } from "../../schema/execution.ts";
import type { RenderedCommand } from "./render-command.ts";

type Given = RenderedCommand & { readonly call: CommandCall };

/**
 * A program that the call itself names, for a pack that has no tool for it (P22). Nothing in it is a
 * template but the two folders: whoever approved it saw the very arguments.
 */
export function commandFromInputs(
  { call, bundle, pack }: CommandExecution,
  { command, args = [], cwd_policy: cwd = "workspace", pack_id: packId }: JsonObject,
  places: ReadonlyMap<string, string>,
): Given {
  // Bound to a pack, and to the one that was judged: a hook may have changed the inputs since.
  if (bundle === undefined || pack === undefined || packId !== pack) {
    throw new CapstanError("PACK_NOT_ATTACHED", "This call is bound to no pack.");
  }
  const fill = (text: string) => {
    const filled = [...places].reduce(
      (left, [name, place]) => left.replaceAll(`{{${name}}}`, place),
      text,
    );
    if (filled.includes("\0")) {
      throw new CapstanError("INPUT_INVALID", "A value holds a NUL character.");
    }
    return filled;
  };
  const rest = Array.isArray(args) ? args.map((arg) => fill(String(arg))) : [];
  return {
    argv: [fill(String(command)), ...rest],
    env: {},
    call: { ...call, cwd: cwd === "pack_root" ? "pack_root" : "workspace" },
  };
}
