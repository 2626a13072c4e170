import type { Invocation } from "../../schema/invocation.ts";
import { Outcome } from "../../schema/outcome.ts";
import { decodeJson, parseStored } from "./decode-json.ts";

export type InvocationRow = {
  id: string;
  tool_id: string;
  tool_digest: string;
  actor: string;
  session_id: string | null;
  context_id: string | null;
  turn: number;
  position: number | null;
  message_id: string | null;
  mode: string;
  dry_run: number;
  spec_frozen: number;
  inputs: string;
  input_digest: string;
  state: string;
  outcome: string | null;
  created_at: string;
  ended_at: string | null;
};

export const INVOCATION_COLUMNS = [
  "id",
  "tool_id",
  "tool_digest",
  "actor",
  "session_id",
  "context_id",
  "turn",
  "position",
  "message_id",
  "mode",
  "dry_run",
  "spec_frozen",
  "inputs",
  "input_digest",
  "state",
  "outcome",
  "created_at",
  "ended_at",
] as const satisfies readonly (keyof InvocationRow)[];

export function encodeInvocation(invocation: Invocation): InvocationRow {
  return {
    id: invocation.id,
    tool_id: invocation.toolId,
    tool_digest: invocation.toolDigest,
    actor: invocation.actor,
    session_id: invocation.sessionId,
    context_id: invocation.contextId,
    turn: invocation.turn,
    position: invocation.position,
    message_id: invocation.messageId,
    mode: invocation.mode,
    dry_run: Number(invocation.dryRun),
    spec_frozen: Number(invocation.specFrozen),
    inputs: JSON.stringify(invocation.inputs),
    input_digest: invocation.inputDigest,
    state: invocation.state,
    outcome: invocation.outcome && JSON.stringify(invocation.outcome),
    created_at: invocation.createdAt,
    ended_at: invocation.endedAt,
  };
}

export function decodeInvocation(row: InvocationRow): Invocation {
  return {
    id: row.id,
    toolId: row.tool_id,
    toolDigest: row.tool_digest,
    actor: row.actor,
    sessionId: row.session_id,
    contextId: row.context_id,
    turn: row.turn,
    position: row.position,
    messageId: row.message_id,
    mode: row.mode as Invocation["mode"],
    dryRun: row.dry_run === 1,
    specFrozen: row.spec_frozen === 1,
    inputs: parseStored(row.inputs, "invocations.inputs"),
    inputDigest: row.input_digest,
    state: row.state as Invocation["state"],
    outcome: row.outcome === null ? null : decodeJson(Outcome, row.outcome, "invocations.outcome"),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
