import type { Halt, Session } from "../../http/client/wire.ts";
import { foreseenFacts } from "../approval-lines.ts";
import { readCard, sendCard } from "../choose-card.ts";
import type { Client } from "../client.ts";
import type { CommandContext } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOfState } from "../exit-code.ts";
import { fieldRows } from "../field-rows.ts";
import { isUnanswered, keptLines, untilHalted } from "../halted.ts";
import { styled } from "../line.ts";
import { renderLines } from "../render-lines.ts";
import { sessionLines } from "../session-lines.ts";
import { foreseeCard, type ShownCard } from "../shown-card.ts";
import { answerQuestions } from "./answer-questions.ts";
import type { Show } from "./follow-turn.ts";
import type { Stopping } from "./stopping.ts";

type Conversation = {
  readonly context: CommandContext;
  readonly client: Client;
  readonly stopping: Stopping;
  readonly show: Show;
  /** Shows what happens until this turn ends or waits. */
  readonly follow: (turn: number, over: AbortSignal) => Promise<void>;
};

/** Message after message, until there are no more or somebody leaves. */
export async function converse(talk: Conversation, opened: Session): Promise<ExitCode> {
  const { context, stopping } = talk;
  const { io, json } = context;
  let session = opened;
  let halt: Halt | undefined;
  // The question of a card that stands there, and of one that was chosen.
  let shown = json ? undefined : await showQuestions(talk, session);
  let chosen: ShownCard | undefined;
  while (!stopping.left.aborted) {
    if (waitsForPerson(session)) {
      // Who pipes has not seen the question: nothing that comes in may answer it.
      if (!io.isTyped || json) return reportWait(talk, session);
      const answered = await answerQuestions(context, session, chosen);
      chosen = undefined;
      if (answered === "interrupted") await cancel(talk, session);
      if (answered !== "left") {
        ({ session, halt } = await followed(talk, session.id, session.turn));
        if (halt) return reportHalt(talk, session, halt);
        continue;
      }
    }
    const typed = await io.ask(json ? "" : "> ");
    if (typed === "ended" || typed === "interrupted") break;
    const text = typed.line.trim();
    if (text === "/quit") break;
    if (text === "") continue;
    const sent = await send(talk, session, typed.line);
    if (sent === undefined) continue;
    chosen = sent.isCard ? shown : undefined;
    ({ session, halt } = await followed(talk, session.id, sent.turn));
    if (halt) return reportHalt(talk, session, halt);
    if (!json) shown = await showQuestions(talk, session);
  }
  if (session.state === "input_required") return EXIT.waits;
  // A script learns how its last message ended; a person has seen it.
  return io.isTyped ? EXIT.done : exitCodeOfState(session.state);
}

/** A message, or the choice of a card; undefined where its open fields were not given. */
async function send(
  { client, context }: Conversation,
  session: Session,
  line: string,
): Promise<{ readonly turn: number; readonly isCard: boolean } | undefined> {
  const { id, input_request: request } = session;
  if (request && context.io.isTyped && !context.json) {
    const choice = await readCard(context, request, line);
    if (choice === "left") return undefined;
    if (choice) return { turn: (await sendCard(context, session, choice)).turn, isCard: true };
  }
  const { body } = await client.request("POST /v1/sessions/:id/messages", {
    params: { id },
    body: { content: line },
  });
  return { turn: body.message.turn, isCard: false };
}

/** The questions of a model, to be answered by the next line. */
async function showQuestions(
  { context: { io }, client }: Conversation,
  { id, input_request: request }: Session,
): Promise<ShownCard | undefined> {
  if (request?.kind !== "fields" || request.invocation_id !== undefined) return undefined;
  const shown = io.isTyped ? await foreseeCard(client, id, request) : undefined;
  const facts = shown ? [...foreseenFacts(shown), `  ${shown.choice} runs it.`] : [];
  for (const line of renderLines([...fieldRows(request), ...facts], io)) io.out(line);
  return shown;
}

function waitsForPerson({ state, input_request: request }: Session): boolean {
  // What a model asks is answered by the next line, and what a call asks by its fields.
  const isOfModel = request?.kind === "fields" && request.invocation_id === undefined;
  return state === "input_required" && !isOfModel;
}

async function reportWait({ context, client }: Conversation, session: Session): Promise<ExitCode> {
  const { io, json } = context;
  if (json) return EXIT.waits;
  for (const line of renderLines(await sessionLines(session, client), io)) io.out(line);
  return EXIT.waits;
}

/** What is said of a turn that everything is stopped with. */
function reportHalt({ context }: Conversation, { id }: Session, halt: Halt): ExitCode {
  const { io, json } = context;
  if (!json) for (const line of renderLines(keptLines(halt, id), io)) io.out(line);
  return EXIT.waits;
}

type Followed = { readonly session: Session; readonly halt: Halt | undefined };

async function followed(talk: Conversation, id: string, turn: number): Promise<Followed> {
  const { client, follow, stopping } = talk;
  const stop = async () => {
    talk.show.note([styled("yellow", "Cancelling …"), " Ctrl+C again leaves."]);
    await cancel(talk, { id });
  };
  const over = new AbortController();
  // A turn that is stopped says nothing of it.
  const halted = untilHalted(client, over.signal).finally(() => over.abort());
  await stopping.during(
    stop,
    follow(turn, over.signal).finally(() => over.abort()),
  );
  const session = (await client.request("GET /v1/sessions/:id", { params: { id } })).body;
  return { session, halt: isUnanswered(session, turn) ? await halted : undefined };
}

async function cancel({ client, context }: Conversation, { id }: { id: string }): Promise<void> {
  try {
    await client.request("POST /v1/sessions/:id/cancel", { params: { id } });
  } catch (error) {
    const { reportError } = await import("../report-error.ts");
    reportError(error, context.io, context.json);
  }
}
