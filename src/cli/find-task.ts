import { intentId } from "../base/intent-id.ts";
import type { Client } from "./client.ts";

const NOT_FOUND = 404;

/** The task that a session works on; undefined for a conversation. */
export async function findTask(client: Client, sessionId: string): Promise<string | undefined> {
  try {
    const params = { id: sessionId };
    const { id, turn } = (await client.request("GET /v1/sessions/:id", { params })).body;
    const intent = { id: intentId(id, turn) };
    return (await client.request("GET /v1/intents/:id", { params: intent })).body.id;
  } catch (error) {
    const { ProblemError } = await import("./problem-error.ts");
    if (error instanceof ProblemError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}
