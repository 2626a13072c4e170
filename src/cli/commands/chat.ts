import type { Session } from "../../http/client/wire.ts";
import type { Args } from "../args.ts";
import { converse } from "../chat/converse.ts";
import { createFollower } from "../chat/follow-turn.ts";
import { showAsJson } from "../chat/show-as-json.ts";
import { showToPerson } from "../chat/show-to-person.ts";
import { createStopping } from "../chat/stopping.ts";
import type { Client } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { typed } from "../program.ts";
import { tell } from "../tell.ts";

/** Who leaves does not wait for an answer that is under way, and still reads how to go on. */
const LAST_WORDS_MS = 200;

/** A conversation in the terminal: what is written streams in, what is asked is answered here. */
export const chat: Run = async (args, context) => {
  const { io, json } = context;
  const stopping = createStopping(io);
  const left = new Promise<ExitCode>((resolve) => {
    const leave = () => setTimeout(() => resolve(EXIT.done), LAST_WORDS_MS);
    stopping.left.addEventListener("abort", leave, { once: true });
  });

  async function talk(): Promise<ExitCode> {
    const client = await context.client();
    const session = await openSession(client, args);
    const show = json ? showAsJson(io) : showToPerson(io);
    const follow = createFollower(client, show, {
      sessionId: session.id,
      // A machine is told of the session's beginning too: that is where its id stands.
      from: json && session.turn === 0 ? 0 : await eventsOf(client, session.id),
      signal: stopping.left,
    });
    if (!json) tell(io, greeting(context, session));
    try {
      return await converse({ context, client, stopping, show, follow }, session);
    } finally {
      const isNew = !json && args.get("session") === undefined;
      const isGone = isNew && (await removeEmpty(client, session.id));
      if (!json && !isGone) tell(io, `To go on later: ${typed(`chat --session ${session.id}`)}`);
    }
  }

  try {
    return await Promise.race([talk(), left]);
  } finally {
    await io.close();
  }
};

function greeting({ io }: CommandContext, session: Session): string {
  const keys = io.isTyped ? " Write; Ctrl+C stops an answer, Ctrl+D leaves." : "";
  return `Session ${session.id}.${keys}`;
}

async function openSession(client: Client, args: Args): Promise<Session> {
  const packs = args.get("pack")?.split(",") ?? [];
  // An unknown pack leaves no empty session behind.
  for (const id of packs) await client.request("GET /v1/packs/:id", { params: { id } });
  let session = await newOrKnown(client, args);
  for (const pack of packs) {
    const { body } = await client.request("PUT /v1/sessions/:id/packs/:pack_id", {
      params: { id: session.id, pack_id: pack },
      body: { open_reads: args.has("open-reads"), open_tools: args.has("open-tools") },
    });
    session = body;
  }
  return session;
}

async function newOrKnown(client: Client, args: Args): Promise<Session> {
  const id = args.get("session");
  const body = { agent_id: args.get("agent"), profile: args.get("profile") };
  if (id === undefined) return (await client.request("POST /v1/sessions", { body })).body;
  return (await client.request("GET /v1/sessions/:id", { params: { id } })).body;
}

/** Removes a session in which nothing was said: it would stay in every list. */
async function removeEmpty(client: Client, id: string): Promise<boolean> {
  try {
    const params = { id };
    if ((await client.request("GET /v1/sessions/:id", { params })).body.turn > 0) return false;
    await client.request("DELETE /v1/sessions/:id", { params });
    return true;
  } catch {
    // The server has ended, or a turn has begun.
    return false;
  }
}

async function eventsOf(client: Client, id: string): Promise<number> {
  const query = { limit: "1" };
  const { body } = await client.request("GET /v1/sessions/:id/events", { params: { id }, query });
  return body.total;
}
