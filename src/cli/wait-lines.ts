import { answerLines, approvalLines } from "./approval-lines.ts";
import type { Client } from "./client.ts";
import { path } from "./path.ts";
import { shortJson } from "./shorten.ts";
import type { WireApproval, WireInputRequest } from "./wire.ts";

const FIELD_LENGTH = 400;

/** Why something waits, and the exact command that lets it go on. */
export async function waitLines(
  request: WireInputRequest,
  sessionId: string | null | undefined,
  client: Client,
): Promise<string[]> {
  const head = `Waits for ${request.kind}: ${request.reason}`;
  if (request.approval_ids?.length) {
    const questions = await Promise.all(request.approval_ids.map((id) => question(id, client)));
    return [head, ...questions.flat()];
  }
  return [head, ...fieldLines(request), ...nextCommand(request, sessionId)];
}

/** A token that may only invoke cannot read approvals (X36); it still learns their ids. */
async function question(id: string, client: Client): Promise<string[]> {
  try {
    const { body } = await client.request<WireApproval>("GET", path`/v1/approvals/${id}`);
    return approvalLines(body);
  } catch {
    return [`Approval ${id}`, ...answerLines(id)];
  }
}

function fieldLines({ fields = [] }: WireInputRequest): string[] {
  return fields.map((field) => `  ${shortJson(field, FIELD_LENGTH)}`);
}

function nextCommand({ kind }: WireInputRequest, sessionId: string | null | undefined): string[] {
  if (!sessionId) return [];
  return kind === "reconcile"
    ? [`To go on:  capstan sessions resume ${sessionId} --reconcile ran|not_run|run_again`]
    : [`To answer:  capstan sessions send ${sessionId} "<answer>"`];
}
