import { CapstanError } from "../../base/errors.ts";
import type { Approval, Session } from "../../http/client/wire.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import { approvalFacts } from "../approval-lines.ts";
import { askEach } from "../ask-fields.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { CommandContext, Lines } from "../command.ts";
import { renderLines } from "../render-lines.ts";
import { isChosen, type ShownCard } from "../shown-card.ts";
import { readDecision } from "./read-decision.ts";

/** What became of the questions: some were answered, all were left, or the turn is to be cancelled. */
export type Answered = "answered" | "left" | "interrupted";

const HELP =
  "Type r to run it, d to deny it (d and a reason, to tell the model why), s to see all of its input, l to leave it for later.";
const FRESH = { fresh: true };

/** Asks the person what the session waits for. */
export async function answerQuestions(
  context: CommandContext,
  session: Session,
  chosen?: ShownCard,
): Promise<Answered> {
  const { kind, approval_ids: ids = [] } = session.input_request ?? {};
  if (kind === "reconcile") return reconcile(context, session);
  if (kind === "fields") return answerFields(context, session);
  let all: Answered = "left";
  for (const id of ids) {
    const client = await context.client();
    const { body } = await client.request("GET /v1/approvals/:id", { params: { id } });
    if (body.state !== "pending") continue;
    // The person chose the card that showed exactly this.
    const one =
      ids.length === 1 && isChosen(chosen, [body])
        ? await answer(context, body, { verb: "run" })
        : await answerOne(context, body);
    if (one === "interrupted") return one;
    if (one === "answered") all = one;
  }
  return all;
}

async function answerOne(context: CommandContext, approval: Approval): Promise<Answered> {
  const { io } = context;
  show(context, approvalFacts(approval));
  for (;;) {
    const typed = await io.ask("Run it? [r]un, [d]eny (and why), [s]how all, [l]ater: ", FRESH);
    if (typed === "interrupted") return typed;
    if (typed === "ended") return "left";
    const decision = readDecision(typed.line);
    switch (decision?.verb) {
      case "run":
      case "deny": {
        const { verb, reason } = decision;
        return answer(context, approval, { verb, reason });
      }
      case "show":
        show(context, JSON.stringify(approval.inputs, null, 2).split("\n"));
        continue;
      case "later":
        return "left";
      default:
        show(context, [HELP]);
    }
  }
}

async function answer(
  context: CommandContext,
  { id }: Approval,
  { verb, reason }: { readonly verb: "run" | "deny"; readonly reason?: string | undefined },
): Promise<Answered> {
  const body = reason ? { body: { reason } } : {};
  const options = { params: { id }, deadlineMs: CALL_DEADLINE_MS, ...body };
  await adminIfNeeded(context, (as) => as.request(`POST /v1/approvals/:id/${verb}`, options));
  return "answered";
}

async function reconcile(context: CommandContext, session: Session): Promise<Answered> {
  const { io } = context;
  show(context, [session.input_request?.reason ?? ""]);
  const typed = await io.ask("Did it run? ran, not_run or run_again: ", FRESH);
  // A call of which nobody knows whether it ran cannot be cancelled.
  if (typed === "ended" || typed === "interrupted") return "left";
  const answer = typed.line.trim();
  if (answer !== "ran" && answer !== "not_run" && answer !== "run_again") return "left";
  const client = await context.client();
  await client.request("POST /v1/sessions/:id/resume", {
    params: { id: session.id },
    body: { resume_token: session.resume_token, reconcile: answer },
  });
  return "answered";
}

/** What a call of this session asks for on its way, until its answer fits or somebody declines. */
async function answerFields(context: CommandContext, session: Session): Promise<Answered> {
  const { io } = context;
  const { input_request: request, resume_token: token } = session;
  if (!request || !token) return "left";
  show(context, [request.reason, "Enter alone leaves a field out, and Ctrl+D answers it later."]);
  for (;;) {
    const given = await askEach(io, request);
    if (given === "interrupted") return given;
    if (given === "ended") return "left";
    const isEmpty = Object.keys(given.inputs).length === 0;
    const declines = isEmpty && (await saysYes(io, "Nothing was given. Decline to answer? [y/n] "));
    if (isEmpty && !declines) continue;
    try {
      const client = await context.client();
      await client.request("POST /v1/sessions/:id/resume", {
        params: { id: session.id },
        body: {
          resume_token: token,
          ...(declines ? { answer: "decline" } : { inputs: given.inputs }),
        },
        deadlineMs: CALL_DEADLINE_MS,
      });
      return "answered";
    } catch (error) {
      if (!(error instanceof CapstanError) || error.code !== "INPUT_INVALID") throw error;
      show(context, [error.message]);
    }
  }
}

async function saysYes(io: CommandContext["io"], question: string): Promise<boolean> {
  const typed = await io.ask(question, FRESH);
  return typeof typed !== "string" && /^y(es)?$/i.test(typed.line.trim());
}

function show({ io }: CommandContext, lines: Lines): void {
  for (const line of renderLines(lines, io)) io.out(line);
}
