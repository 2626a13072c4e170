import { intentId } from "../base/intent-id.ts";
import type {
  Approval,
  Halt,
  InputRequest,
  Intent,
  JsonObject,
  OfferOption,
} from "../http/client/wire.ts";
import { adminIfNeeded } from "./admin-if-needed.ts";
import { approvalGroups, foreseenFacts, taskAnswerLines } from "./approval-lines.ts";
import { readCard, sendCard } from "./choose-card.ts";
import { type Answer, CALL_DEADLINE_MS, type Client } from "./client.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, type ExitCode, exitCodeOfState } from "./exit-code.ts";
import { cardsOf, fieldRows } from "./field-rows.ts";
import { keptLines, readHalt } from "./halted.ts";
import { planLines } from "./intent-lines.ts";
import { isSeen, stepsSeen } from "./later-steps.ts";
import type { Line } from "./line.ts";
import { markdownLines } from "./markdown-lines.ts";
import { renderLines } from "./render-lines.ts";
import { saidHere } from "./said-here.ts";
import { foreseeCard, isChosen, type ShownCard } from "./shown-card.ts";
import { waitLines } from "./wait-lines.ts";

/** How soon it is noticed that everything is stopped: until then the server waits for the turn. */
const WAIT_MS = 10_000;

type WantedIntent = {
  readonly text?: string;
  readonly undo?: string;
  readonly session_id?: string;
  readonly dry_run?: boolean;
};

export type Verdict = { readonly verb: "run" | "deny"; readonly body?: object };

type Following = {
  readonly context: CommandContext;
  readonly client: Client;
  /** Whether what a user may confirm is confirmed. */
  readonly yes?: boolean;
  readonly isDry?: boolean | undefined;
  /** The answer to what the task waits for first; undefined asks the person. */
  readonly verdict?: Verdict | undefined;
};

/** Starts a task and stays with it: shows the plan, asks once, and prints the report. */
export async function followIntent(
  context: CommandContext,
  wanted: WantedIntent,
  yes: boolean,
): Promise<ExitCode> {
  const client = await context.client();
  const following = { context, client, yes, isDry: wanted.dry_run };
  return follow(following, await start(client, wanted));
}

/** Stays with a task that was started before. The verdict answers what it waits for now. */
export async function followTask(
  context: CommandContext,
  id: string,
  verdict?: Verdict,
): Promise<ExitCode> {
  const client = await context.client();
  return follow({ context, client, verdict }, await read(client, id));
}

async function follow(following: Following, first: Answer<Intent>): Promise<ExitCode> {
  const { context, client } = following;
  let answer = first;
  let preset = following.verdict;
  // The question of a card, which choosing it answers.
  let shown: ShownCard | undefined;
  // What the person has seen of the plan when they said yes.
  let seen: ReadonlySet<string> = new Set();
  try {
    for (;;) {
      const settled = await settle(client, answer);
      answer = settled.answer;
      if (settled.halt) return isStopped(context, answer, settled.halt);
      const { body: intent } = answer;
      const { input_request: request } = intent;
      if (!request) return finish(following, answer);
      if (request.kind === "fields" && request.invocation_id === undefined) {
        const next = await askWords(following, intent, request);
        if (next === undefined) return waits(following, answer, []);
        ({ answer, shown } = next);
        continue;
      }
      const approvals = await Promise.all(
        (request.approval_ids ?? []).map((id) => load(client, id)),
      );
      const open = approvals.flatMap((it) => (it?.state === "pending" ? [it] : []));
      if (open.length === 0 || approvals.includes(undefined)) return waits(following, answer, open);
      if (isChosen(shown, open)) preset ??= { verb: "run" };
      const verdict = preset ?? (await decide(following, answer, open, seen));
      [preset, shown] = [undefined, undefined];
      if (verdict === undefined) return waits(following, answer, open);
      if (verdict.verb === "run") seen = stepsSeen(intent);
      for (const { id } of open) await answerApproval(context, id, verdict);
      answer = await read(client, intent.id);
    }
  } finally {
    await context.io.close();
  }
}

async function start(client: Client, body: WantedIntent): Promise<Answer<Intent>> {
  const query = { wait_ms: (await readHalt(client)) ? 0 : WAIT_MS };
  return client.request("POST /v1/intents", { query, body, deadlineMs: CALL_DEADLINE_MS });
}

function read(client: Client, id: string): Promise<Answer<Intent>> {
  const query = { wait_ms: WAIT_MS };
  return client.request("GET /v1/intents/:id", {
    params: { id },
    query,
    deadlineMs: CALL_DEADLINE_MS,
  });
}

type Settled = { readonly answer: Answer<Intent>; readonly halt: Halt | null };

/** Until it ends, asks, or cannot go on because everything is stopped. */
async function settle(client: Client, first: Answer<Intent>): Promise<Settled> {
  let answer = first;
  while (answer.body.state === "pending" || answer.body.state === "in_progress") {
    const halt = await readHalt(client);
    if (halt) return { answer, halt };
    answer = await read(client, answer.body.id);
  }
  return { answer, halt: null };
}

async function isStopped(
  context: CommandContext,
  answer: Answer<Intent>,
  halt: Halt,
): Promise<ExitCode> {
  await context.print(answer, (intent) => keptLines(halt, intent.session_id));
  return EXIT.waits;
}

/** Undefined where the key may not read approvals. */
async function load(client: Client, id: string): Promise<Approval | undefined> {
  try {
    return (await client.request("GET /v1/approvals/:id", { params: { id } })).body;
  } catch {
    return undefined;
  }
}

async function answerApproval(
  context: CommandContext,
  id: string,
  { verb, body = {} }: Verdict,
): Promise<void> {
  const options = { params: { id }, body, deadlineMs: CALL_DEADLINE_MS };
  await adminIfNeeded(context, (as) => as.request(`POST /v1/approvals/:id/${verb}`, options));
}

async function decide(
  following: Following,
  answer: Answer<Intent>,
  open: readonly Approval[],
  seen: ReadonlySet<string>,
): Promise<Verdict | undefined> {
  const { context, yes } = following;
  const isUsers = open.every(({ level }) => level === "user");
  if (!isUsers) return undefined;
  if (yes || open.every((approval) => isSeen(approval, seen))) return { verb: "run", body: {} };
  const { io, json } = context;
  if (json || !io.isTyped || !io.isTty) return undefined;
  await context.print(answer, (intent) => questionLines(intent, open));
  const said = await io.ask("Run? [y/N] ", { fresh: true });
  if (typeof said === "string") return undefined;
  return { verb: /^y(es)?$/i.test(said.line.trim()) ? "run" : "deny", body: {} };
}

function questionLines(intent: Intent, open: readonly Approval[]): Line[] {
  const isShort = open.every(({ preview }) => preview !== undefined);
  return [
    ...planLines(intent, open),
    "",
    intent.input_request?.reason ?? "",
    // Without a preview the exact inputs are what there is to see.
    ...(isShort ? [] : approvalGroups(open)),
  ];
}

type Worded = { readonly answer: Answer<Intent>; readonly shown?: ShownCard | undefined };

/** The person's words, or the card that they choose; undefined where there is no person. */
async function askWords(
  { context, client, yes, isDry }: Following,
  { session_id: id }: Intent,
  request: InputRequest,
): Promise<Worded | undefined> {
  const { io, json } = context;
  const cards = cardsOf(request);
  const only = yes || isDry ? onlyCard(cards) : undefined;
  if (only !== undefined) return { answer: await chosen(context, client, id, { choice: only }) };
  if (json || !io.isTyped || !io.isTty) return undefined;
  const shown = isDry ? undefined : await foreseeCard(client, id, request);
  const lines = [request.reason, ...fieldRows(request), ...(shown ? foreseenFacts(shown) : [])];
  for (const line of renderLines(lines, io)) io.out(line);
  const said = await io.ask(promptFor(cards.length, shown), { fresh: true });
  if (typeof said === "string" || said.line.trim() === "") return undefined;
  const choice = await readCard(context, request, said.line);
  if (choice === "left") return undefined;
  if (!choice) return { answer: await start(client, { text: said.line, session_id: id }) };
  return { answer: await chosen(context, client, id, choice), shown };
}

function promptFor(cards: number, shown: ShownCard | undefined): string {
  if (cards === 0) return "> ";
  const verb = shown ? `${shown.choice} to run it` : "a number";
  return `Type ${verb}, or say it in other words: `;
}

async function chosen(
  context: CommandContext,
  client: Client,
  id: string,
  choice: JsonObject,
): Promise<Answer<Intent>> {
  const { body: session } = await client.request("GET /v1/sessions/:id", { params: { id } });
  const { turn } = await sendCard(context, session, choice);
  return read(client, intentId(id, turn));
}

/** `--yes` and a dry run choose a card where there is one, and it leaves nothing of the task out. */
function onlyCard([card, ...others]: readonly OfferOption[]): string | undefined {
  const isWhole = card?.missing.length === 0 && card.unplaced.length === 0;
  return others.length === 0 && isWhole ? card.value : undefined;
}

async function waits(
  { context, client }: Following,
  answer: Answer<Intent>,
  open: readonly Approval[],
): Promise<ExitCode> {
  await context.print(answer, async (intent) => {
    const { input_request: request } = intent;
    if (!request) return [];
    if (open.length === 0) {
      return [
        ...planLines(intent, []),
        ...(await waitLines(request, { sessionId: intent.session_id }, client)),
      ];
    }
    return [...questionLines(intent, open), ...taskAnswerLines(intent.id, open.length)];
  });
  return EXIT.waits;
}

async function finish({ context, isDry }: Following, answer: Answer<Intent>): Promise<ExitCode> {
  await context.print(answer, (intent, screen) => [
    // Nothing to see in a single step that went well: its report says it all.
    ...(intent.steps.length > 1 || intent.state !== "completed" || isDry
      ? [...planLines(intent, [], isDry), ""]
      : []),
    ...markdownLines(saidHere(intent.report ?? ""), screen),
  ]);
  return exitCodeOfState(answer.body.state);
}
