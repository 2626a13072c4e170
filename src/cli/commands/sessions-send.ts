import type { Halt, Turn } from "../../http/client/wire.ts";
import type { Args } from "../args.ts";
import type { Client } from "../client.ts";
import type { Run, Screen } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOfState } from "../exit-code.ts";
import { isUnanswered, keptLines, readHalt } from "../halted.ts";
import type { Line } from "../line.ts";
import { conversationLines } from "../message-lines.ts";
import { typed } from "../program.ts";
import { sessionLines } from "../session-lines.ts";

/** The server waits no longer than this, whatever is asked for. */
const LONGEST_WAIT_MS = "60000";
const MARGIN_MS = 10_000;

export const sessionsSend: Run = async (args, context) => {
  const waitMs = args.get("wait-ms") ?? LONGEST_WAIT_MS;
  const client = await context.client();
  const stopped = await readHalt(client);
  const answer = await client.request("POST /v1/sessions/:id/messages", {
    params: { id: args.require("session_id") },
    query: { wait_ms: stopped ? "0" : waitMs },
    body: { content: args.require("text"), ...packsOf(args) },
    deadlineMs: Number(LONGEST_WAIT_MS) + MARGIN_MS,
  });
  const { session, message } = answer.body;
  const halt = isUnanswered(session, message.turn) ? await readHalt(client) : null;
  await context.print(answer, (turn, screen) => turnLines(turn, client, halt, screen));
  return halt ? EXIT.waits : exitCodeOfTurn(answer.body, Number(waitMs));
};

function packsOf(args: Args) {
  const [attach, detach] = [args.get("attach")?.split(","), args.get("detach")?.split(",")];
  return {
    ...(attach && { attach }),
    ...(detach && { detach }),
    ...(args.has("open-reads") && { open_reads: true }),
    ...(args.has("open-tools") && { open_tools: true }),
  };
}

async function turnLines(
  { session, messages }: Turn,
  client: Client,
  halt: Halt | null,
  screen: Screen,
): Promise<Line[]> {
  const said = conversationLines(messages, screen, ({ role }) => role !== "user");
  if (halt) return [...said, ...keptLines(halt, session.id)];
  if (session.state === "completed") return said;
  const hint = isRunning(session.state)
    ? [`It goes on. To look again:  ${typed(`sessions show ${session.id}`)}`]
    : [];
  return [...said, ...(await sessionLines(session, client)), ...hint];
}

/** Whoever waited for a turn that has not ended must not take it for done. */
function exitCodeOfTurn({ session }: Turn, waitMs: number): ExitCode {
  if (isRunning(session.state) && waitMs > 0) return EXIT.failed;
  return exitCodeOfState(session.state);
}

function isRunning(state: string): boolean {
  return state === "pending" || state === "in_progress" || state === "delegating";
}
