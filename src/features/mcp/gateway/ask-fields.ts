import { CapstanError } from "../../../base/errors.ts";
import type { JsonValue } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { answerCall } from "../../../gate/approvals/answer-call.ts";
import { untilSettled } from "../../../gate/approvals/questions.ts";
import type { Answer, ClientRequests } from "../../../gate/executor.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Asked } from "./ask-approval.ts";
import { told } from "./result-of.ts";
import type { Exchange, Reply, Seat } from "./seat.ts";

/** Answers in a row that do not fit before the server is told that the question was cancelled. */
const MOST_TRIES = 3;

/** A question that an MCP server behind the gateway asks in the middle of a call, for the client's person. */
export async function askFields(
  { gate }: Engine,
  { caller }: Seat,
  exchange: Exchange,
  { invocationId, inputRequest, resumeToken = "" }: Outcome,
): Promise<Asked> {
  const { question } = (await gate.store.invocations.get(invocationId)) ?? {};
  const canAsk = question && (exchange.canAsk || question.requests);
  let problem: string | undefined;
  for (let tries = 1; ; tries++) {
    // As if the server had asked this client: it hears that nobody answers.
    const reply: Reply =
      canAsk && tries <= MOST_TRIES
        ? await exchange.ask({
            key: resumeToken,
            message: worded(problem, inputRequest?.reason),
            schema: question.schema,
            requests: question.requests && wordedRequests(problem, question.requests),
            isAgain: problem !== undefined,
            settled: (signal) => untilSettled(gate, invocationId, resumeToken, signal),
          })
        : { type: "cancel" };
    if (reply.type === "later") return { type: "answer", result: reply.result };
    if (reply.type === "settled") return { type: "look" };
    const answer: Answer =
      reply.type === "accept"
        ? { action: "accept", inputs: reply.content }
        : { action: reply.type };
    try {
      return { type: "outcome", outcome: await answerCall(gate, resumeToken, answer, caller) };
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      if (error.code === "STATE_CONFLICT") return { type: "look" };
      if (error.code !== "INPUT_INVALID") {
        return { type: "answer", result: told(error.message, { "capstan/code": error.code }) };
      }
      problem = error.message;
    }
  }
}

function worded(problem: string | undefined, message: JsonValue = ""): string {
  return problem === undefined
    ? String(message)
    : `Your last answer does not fit: ${problem}\n${message}`;
}

function wordedRequests(problem: string | undefined, requests: ClientRequests): ClientRequests {
  return Object.fromEntries(
    Object.entries(requests).map(([key, { method, params }]) => [
      key,
      {
        method,
        params: {
          ...params,
          ...("message" in params && { message: worded(problem, params.message) }),
        },
      },
    ]),
  );
}
