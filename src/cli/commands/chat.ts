import type { Session } from "../../client/wire.ts";
import { answerQuestions } from "../chat/answer-questions.ts";
import { createFollower } from "../chat/follow-turn.ts";
import type { Client } from "../client.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { visible } from "../visible.ts";

/** A conversation in the terminal: what is written streams in, what is asked is answered here. */
export const chat: Run = async (args, context) => {
  const { io } = context;
  const client = await context.client();
  const wanted = { agent_id: args.get("agent"), profile: args.get("profile") };
  const opened = await openSession(client, args.get("session"), wanted);
  const { body } = await client.request("GET /v1/sessions/:id/events", {
    params: { id: opened.id },
    query: { limit: "1" },
  });
  const follow = createFollower(client, io, opened.id, body.total);
  io.err(
    `Session ${opened.id}. Write, and end with Ctrl+D. Go on later: capstan chat --session ${opened.id}`,
  );

  let session = opened;
  for (;;) {
    while (session.state === "input_required" && session.input_request?.kind !== "fields") {
      if (!(await answerQuestions(context, session))) break;
      await follow(session.turn);
      session = await read(client, session.id);
    }
    const text = await io.ask("> ");
    if (text === undefined || text.trim() === "/quit") return EXIT.done;
    if (text.trim() === "") continue;
    const { message } = (
      await client.request("POST /v1/sessions/:id/messages", {
        params: { id: session.id },
        body: { content: text },
      })
    ).body;
    await follow(message.turn);
    session = await read(client, session.id);
    if (session.input_request?.kind === "fields") {
      for (const line of fieldLines(session)) io.out(visible(line));
    }
  }
};

async function openSession(
  client: Client,
  id: string | undefined,
  wanted: { readonly agent_id: string | undefined; readonly profile: string | undefined },
): Promise<Session> {
  if (id !== undefined) return read(client, id);
  return (await client.request("POST /v1/sessions", { body: wanted })).body;
}

async function read(client: Client, id: string): Promise<Session> {
  return (await client.request("GET /v1/sessions/:id", { params: { id } })).body;
}

function fieldLines({ input_request: request }: Session): string[] {
  return (request?.fields ?? []).map((field) => {
    const { name, type, description } = field as Record<string, unknown>;
    return `  ${name} (${type}): ${description ?? ""}`;
  });
}
