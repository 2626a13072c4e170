import type { InputRequest } from "../client/wire.ts";
import { answerLines, approvalLines } from "./approval-lines.ts";
import type { Client } from "./client.ts";
import type { Line } from "./line.ts";
import { typed } from "./program.ts";
import { shorten, shortJson } from "./shorten.ts";

const FIELD_LENGTH = 400;

/** Why something waits, and the exact command that lets it go on. */
export async function waitLines(
  request: InputRequest,
  sessionId: string | null | undefined,
  client: Client,
): Promise<Line[]> {
  const head = `Waits for ${request.kind}: ${request.reason}`;
  if (request.approval_ids?.length) {
    const questions = await Promise.all(request.approval_ids.map((id) => question(id, client)));
    return [head, ...questions.flat()];
  }
  return [head, ...fieldLines(request), ...nextCommand(request, sessionId)];
}

/** A token that may only invoke cannot read approvals (X36); it still learns their ids. */
async function question(id: string, client: Client): Promise<Line[]> {
  try {
    const { body } = await client.request("GET /v1/approvals/:id", { params: { id } });
    return approvalLines(body);
  } catch {
    return [`Approval ${id}`, ...answerLines(id)];
  }
}

function fieldLines({ fields = [] }: InputRequest): string[] {
  return fields.map((field) => `  ${fieldLine(field)}`);
}

/** `name (type): description`, where it says that much. */
function fieldLine(field: unknown): string {
  const { name, type, description, required } = Object(field) as Record<string, unknown>;
  if (typeof name !== "string") return shortJson(field, FIELD_LENGTH);
  const facts = [
    ...(typeof type === "string" ? [type] : []),
    ...(required === false ? ["may be left out"] : []),
  ].join(", ");
  const what = typeof description === "string" && description !== "" ? `: ${description}` : "";
  return shorten(`${name}${facts && ` (${facts})`}${what}`, FIELD_LENGTH);
}

function nextCommand({ kind }: InputRequest, sessionId: string | null | undefined): string[] {
  if (!sessionId) return [];
  return kind === "reconcile"
    ? [`To go on:  ${typed(`sessions resume ${sessionId} --reconcile ran|not_run|run_again`)}`]
    : [`To answer:  ${typed(`sessions send ${sessionId} "<answer>"`)}`];
}
