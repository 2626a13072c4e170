import type { Approval, Session } from "../../client/wire.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import { approvalLines } from "../approval-lines.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { CommandContext } from "../command.ts";
import { visible } from "../visible.ts";

/** Asks the person what the session waits for. False when it was left as it is. */
export async function answerQuestions(context: CommandContext, session: Session): Promise<boolean> {
  const { kind, approval_ids: ids = [] } = session.input_request ?? {};
  if (kind === "reconcile") return reconcile(context, session);
  let answered = false;
  for (const id of ids) {
    const client = await context.client();
    const { body } = await client.request("GET /v1/approvals/:id", { params: { id } });
    if (body.state === "pending") answered = (await answerOne(context, body)) || answered;
  }
  return answered;
}

async function answerOne(context: CommandContext, approval: Approval): Promise<boolean> {
  const { io } = context;
  // The commands in the last lines are for those who are not asked here.
  const shown = approvalLines(approval).filter((line) => !line.startsWith("To "));
  for (const line of shown) io.out(visible(line));
  for (;;) {
    const answer = await io.ask("Run it? [r]un, [d]eny, [s]how again, [l]ater: ");
    switch (answer?.trim().toLowerCase()[0]) {
      case "r":
      case "d": {
        const verb = answer?.trim().toLowerCase().startsWith("r") ? "run" : "deny";
        const options = { params: { id: approval.id }, deadlineMs: CALL_DEADLINE_MS };
        await adminIfNeeded(context, (as) => as.request(`POST /v1/approvals/:id/${verb}`, options));
        return true;
      }
      case "s":
        for (const line of JSON.stringify(approval.inputs, null, 2).split("\n")) {
          io.out(visible(line));
        }
        continue;
      case "l":
      case undefined:
        return false;
      default:
        io.out(
          "Type r to run it, d to deny it, s to see all of its input, l to leave it for later.",
        );
    }
  }
}

async function reconcile(context: CommandContext, session: Session): Promise<boolean> {
  const { io } = context;
  io.out(visible(session.input_request?.reason ?? ""));
  const answer = (await io.ask("ran, not_run or run_again? "))?.trim();
  if (answer !== "ran" && answer !== "not_run" && answer !== "run_again") return false;
  const client = await context.client();
  await client.request("POST /v1/sessions/:id/resume", {
    params: { id: session.id },
    body: { resume_token: session.resume_token, reconcile: answer },
  });
  return true;
}
