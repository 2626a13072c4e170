import { timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import { sessionEvent } from "../../gate/entries.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import type { Change } from "../../stores/journal.ts";
import { nextPosition } from "../conversation.ts";
import type { Engine } from "../engine.ts";

/** What a model had written when a person cancelled its turn, as a message that is marked so. */
export function partialMessage(
  { gate }: Engine,
  { id, turn }: Pick<Session, "id" | "turn">,
  messages: readonly Message[],
  text: string,
): Change[] {
  if (text.trim() === "") return [];
  const message: Message = {
    id: gate.newId("msg"),
    sessionId: id,
    turn,
    position: nextPosition(messages),
    role: "assistant",
    content: text,
    cancelled: true,
    createdAt: timestamp(gate.clock.now()),
  };
  return [
    { type: "message.add", message },
    sessionEvent(gate, id, turn, "message.created", {
      message_id: message.id,
      role: message.role,
      content: text,
      cancelled: true,
    }),
  ];
}

/**
 * Who cancelled has kept what the model wrote, if it wrote in the same process; otherwise this is done
 * where it wrote. A turn that was halted goes on later and is answered anew: of that nothing is kept.
 */
export async function keepPartial(
  engine: Engine,
  session: Session,
  messages: readonly Message[],
  text: string,
): Promise<void> {
  const { store } = engine.gate;
  const now = await store.sessions.get(session.id);
  // The next message may have begun its turn by now.
  const isOver = now && (now.turn > session.turn || now.error?.code === "CANCELLED");
  const changes = isOver ? partialMessage(engine, session, messages, text) : [];
  if (changes.length === 0) return;
  await store.journal.commit("turn.partial", changes).catch((error) => {
    if (!isConflict(error)) throw error;
  });
}
