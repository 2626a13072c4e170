import type { Approval } from "../api/approval.ts";
import { isObject, member } from "../api/json.ts";

const SHARED = "builtin:capability_packs:";

/** The pack that a call is of; empty for a call of none. */
export function packIdOf({ tool_id, inputs }: Pick<Approval, "tool_id" | "inputs">): string {
  if (tool_id.startsWith("pack:")) return tool_id.split(":")[1] ?? "";
  if (!tool_id.startsWith(SHARED)) return "";
  const id = isObject(inputs) ? member(inputs, "pack_id") : undefined;
  return typeof id === "string" ? id : "";
}

/** Whether a call gives the model something of a pack to read, and does nothing else. */
export function isPackRead({ tool_id }: Pick<Approval, "tool_id">): boolean {
  return tool_id === `${SHARED}open_docs` || tool_id === `${SHARED}read_file`;
}
