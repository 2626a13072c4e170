import type { List, Message, Session } from "../../http/client/wire.ts";
import type { Client } from "../client.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { conversationLines } from "../message-lines.ts";
import { sessionLines } from "../session-lines.ts";
import { sessionPackLines } from "../session-pack-lines.ts";

const SHOWN = 50;

export const sessionsShow: Run = async (args, context) => {
  const id = args.require("session_id");
  const client = await context.client();
  const answer = await client.request("GET /v1/sessions/:id", { params: { id } });
  await context.print(answer, async (session, screen) => {
    const { items, total } = await latestMessages(id, client);
    const earlier = total - items.length;
    return [
      ...(earlier > 0 ? [`${earlier} earlier messages are not shown.`] : []),
      ...conversationLines(items, screen),
      ...(await packLines(session, client)),
      ...(await sessionLines(session, client)),
    ];
  });
  return EXIT.done;
};

async function packLines({ id, packs }: Session, client: Client): Promise<string[]> {
  if (packs.length === 0) return [];
  const { body } = await client.request("GET /v1/sessions/:id/packs", { params: { id } });
  return sessionPackLines(body);
}

/** Messages ascend: the latest ones of a long session start where the first answer says. */
async function latestMessages(id: string, client: Client): Promise<List<Message>> {
  const read = async (query: { readonly limit: number; readonly offset?: number }) =>
    (await client.request("GET /v1/sessions/:id/messages", { params: { id }, query })).body;
  const first = await read({ limit: SHOWN });
  if (first.total <= SHOWN) return first;
  return read({ limit: SHOWN, offset: first.total - SHOWN });
}
