import type { Session } from "../client/wire.ts";
import type { Client } from "./client.ts";
import type { Line } from "./line.ts";
import { inColour } from "./state-style.ts";
import { waitLines } from "./wait-lines.ts";

/** Where the session stands, and what it waits for. */
export async function sessionLines(session: Session, client: Client): Promise<Line[]> {
  const { id, state, turn, input_request: request } = session;
  const head = [`Session ${id}: `, inColour(state), `, turn ${turn}`];
  return request ? [head, ...(await waitLines(request, id, client))] : [head];
}
