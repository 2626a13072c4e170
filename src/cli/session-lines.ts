import type { Session } from "../http/client/wire.ts";
import type { Client } from "./client.ts";
import type { Line } from "./line.ts";
import { saidHere } from "./said-here.ts";
import { inColour } from "./state-style.ts";
import { waitLines } from "./wait-lines.ts";

/** Where the session stands, and what it waits for. */
export async function sessionLines(session: Session, client: Client): Promise<Line[]> {
  const { id, state, turn, input_request: request, error } = session;
  const head = [`Session ${id}: `, inColour(state), `, turn ${turn}`];
  const why = error ? [`  ${saidHere(error.message)} (${error.code})`] : [];
  return [head, ...why, ...(request ? await waitLines(request, { sessionId: id }, client) : [])];
}
