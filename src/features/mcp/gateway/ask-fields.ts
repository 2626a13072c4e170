import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { answerCall } from "../../../gate/approvals/answer-call.ts";
import { untilSettled } from "../../../gate/approvals/questions.ts";
import type { Answer } from "../../../gate/executor.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Asked } from "./ask-approval.ts";
import { told } from "./result-of.ts";
import type { Exchange, Reply, Seat } from "./seat.ts";

/** What an MCP server behind the gateway asks in the middle of a call, asked of the client's person. */
export async function askFields(
  { gate }: Engine,
  { caller }: Seat,
  exchange: Exchange,
  { invocationId, inputRequest, resumeToken = "" }: Outcome,
): Promise<Asked> {
  const { question } = (await gate.store.invocations.get(invocationId)) ?? {};
  const reply: Reply =
    question && (exchange.canAsk || question.requests)
      ? await exchange.ask({
          key: resumeToken,
          message: inputRequest?.reason ?? "",
          schema: question.schema,
          requests: question.requests,
          settled: (signal) => untilSettled(gate, invocationId, resumeToken, signal),
        })
      : // As if the server had asked this client: it hears that nobody answers.
        { type: "cancel" };
  if (reply.type === "later") return { type: "answer", result: reply.result };
  if (reply.type === "settled") return { type: "look" };
  const answer: Answer =
    reply.type === "accept" ? { action: "accept", inputs: reply.content } : { action: reply.type };
  try {
    return { type: "outcome", outcome: await answerCall(gate, resumeToken, answer, caller) };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    if (error.code === "STATE_CONFLICT") return { type: "look" };
    return { type: "answer", result: told(error.message, { "capstan/code": error.code }) };
  }
}
