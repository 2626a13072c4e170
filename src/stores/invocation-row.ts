import { Invocation } from "../schema/invocation.ts";
import { decodeJson } from "./decode-json.ts";

/** The whole call is in `body`; the columns beside it are those that a statement asks for. */
export type InvocationRow = {
  id: string;
  actor: string;
  position: number | null;
  message_id: string | null;
  state: string;
  body: string;
};

export const INVOCATION_COLUMNS = [
  "id",
  "actor",
  "position",
  "message_id",
  "state",
  "body",
] as const satisfies readonly (keyof InvocationRow)[];

export function encodeInvocation(invocation: Invocation): InvocationRow {
  const { id, actor, position, messageId, state } = invocation;
  return {
    id,
    actor,
    position,
    message_id: messageId,
    state,
    body: JSON.stringify(invocation),
  };
}

export function decodeInvocation({ body }: Pick<InvocationRow, "body">): Invocation {
  return decodeJson(Invocation, body, "invocations.body");
}
