import { isJsonObject } from "../../base/json.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import type { Message } from "../../schema/message.ts";
import { OPEN_DOCS } from "../../schema/pack.ts";
import type { Session } from "../../schema/session.ts";
import type { SessionReader } from "../../stores/readers/session-reader.ts";
import type { OpenPack } from "./allowed-tools.ts";

/**
 * The packs with a list of tools whose docs were opened in this turn. Read from the stored results of
 * the turn, so that a restart in the middle of it changes nothing.
 */
export async function openPacks(
  sessions: Pick<SessionReader, "conversation">,
  { id, attachments }: Pick<Session, "id" | "attachments">,
  turn: number,
): Promise<readonly OpenPack[]> {
  const listing = sessionPacks(attachments).flatMap(({ id, allowedTools }) =>
    allowedTools ? [{ id, allowedTools }] : [],
  );
  const opened = openedIn(await sessions.conversation(id, turn, turn - 1));
  return listing.filter((pack) => opened.has(pack.id));
}

function openedIn(messages: readonly Message[]): ReadonlySet<unknown> {
  const inputs = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, input }) => [id, input])),
  );
  return new Set(
    messages.filter(isOpened).map(({ invocationId = "", ranWith }) => {
      const input = ranWith ?? inputs.get(invocationId);
      return isJsonObject(input) ? input.pack_id : undefined;
    }),
  );
}

/** A result that says a state is one that did not complete. */
function isOpened({ role, toolId, content }: Message): boolean {
  return role === "tool" && toolId === OPEN_DOCS && !content.startsWith('{"state":');
}
