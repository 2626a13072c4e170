import type { Fault } from "../../base/audit/chain-fault.ts";
import { isJsonObject } from "../../base/json.ts";
import type { AuditRow } from "../audit-row.ts";

/** The columns beside the body, which lists ask for. */
export type ListedRow = {
  readonly ts: string;
  readonly invocation_id: string | null;
  readonly tool_id: string | null;
};

/** What is wrong when the columns of a record do not repeat what its body says. */
export function findColumnFault(row: AuditRow & ListedRow): Fault | undefined {
  const { stream, sequence, body } = row;
  const said = parse(body);
  const agrees =
    isJsonObject(said) &&
    (["ts", "invocation_id", "tool_id"] as const).every((name) => row[name] === stored(said[name]));
  if (agrees) return undefined;
  return { stream, sequence, reason: "The columns of the record differ from its body." };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Halves of surrogate pairs cannot be stored in a column. */
function stored(value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
