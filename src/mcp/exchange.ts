import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { after } from "../base/deadlines.ts";
import type { JsonObject } from "../base/json.ts";
import type { OnProgress } from "../runtime/call.ts";
import type { ClientQuestion, Exchange, Reply } from "./seat.ts";

/** A client that hears nothing for a minute gives up: it is told that a person is asked. */
const TELL_MS = 10_000;
const LONGEST_MS = 24 * 3_600_000;
const MAX_MESSAGE = 500;

type Form = Parameters<typeof inputRequired.elicit>[0];

/** A request of the older era: its client is asked at once, on the stream of the request. */
export function pushedExchange(server: Server, context: ServerContext): Exchange {
  const report = reporter(context);
  return {
    signal: context.mcpReq.signal,
    onProgress: report?.progress,
    canAsk: showsForms(server.getClientCapabilities()),
    async ask(question) {
      const over = new AbortController();
      const gone = () => over.abort();
      context.mcpReq.signal.addEventListener("abort", gone, { once: true });
      const callOff = report ? every(TELL_MS, () => report.waits()) : () => {};
      try {
        return await Promise.race([
          elicit(context, question, over.signal),
          question.settled(over.signal).then((): Reply => ({ type: "settled" })),
        ]);
      } finally {
        callOff();
        context.mcpReq.signal.removeEventListener("abort", gone);
        // The form of a question that was settled elsewhere is taken away.
        over.abort();
      }
    },
  };
}

/** A request of the newer era: it is answered with the question, and made again with the answer. */
export function retriedExchange(context: ServerContext): Exchange {
  const envelope: JsonObject = context.mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY];
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort(context.mcpReq.signal.reason);
  if (context.mcpReq.signal.aborted) cancel();
  context.mcpReq.signal.addEventListener("abort", cancel, { once: true });
  return {
    signal: cancelling.signal,
    onProgress: reporter(context)?.progress,
    canAsk: showsForms(declared as ClientCapabilities | undefined),
    async ask({ key, message, schema }) {
      const given = inputResponse(context.mcpReq.inputResponses, key);
      if (given.kind === "elicit") return replyOf(given);
      // The request ends with the question, and the call behind it does not.
      context.mcpReq.signal.removeEventListener("abort", cancel);
      const form = { message, requestedSchema: schema } as unknown as Form;
      const result = inputRequired({ inputRequests: { [key]: inputRequired.elicit(form) } });
      return { type: "later", result };
    },
  };
}

async function elicit(
  context: ServerContext,
  { message, schema }: ClientQuestion,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const given = await context.mcpReq.send(
      { method: "elicitation/create", params: { message, requestedSchema: schema } },
      { signal, timeout: LONGEST_MS },
    );
    return replyOf(given as Parameters<typeof replyOf>[0]);
  } catch {
    // It cannot, or has gone: nobody has answered.
    return { type: "cancel" };
  }
}

function replyOf(given: {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: unknown;
}): Reply {
  if (given.action !== "accept") return { type: given.action };
  return { type: "accept", content: (given.content ?? {}) as JsonObject };
}

/** One that names no way at all means forms. */
function showsForms({ elicitation }: ClientCapabilities = {}): boolean {
  if (!elicitation) return false;
  return "form" in elicitation || !("url" in elicitation);
}

type Reporter = { readonly progress: OnProgress; waits(): void };

/** Progress only ever rises, whatever a tool says of it. */
function reporter({ mcpReq }: ServerContext): Reporter | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  const tell = (progress: number, rest: { total?: number; message?: string }) => {
    last = progress;
    const params = { progressToken, progress, ...rest };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return {
    progress({ done, total, message }) {
      const next = Number.isFinite(done) ? Number(done) : Math.max(last, -1) + 1;
      if (next <= last) return;
      tell(next, {
        ...(Number.isFinite(total) && { total: Number(total) }),
        ...(message !== undefined && { message: String(message).slice(0, MAX_MESSAGE) }),
      });
    },
    // A little more than before: the tool itself has not begun.
    waits: () =>
      tell(last === Number.NEGATIVE_INFINITY ? 0 : last + 0.001, {
        message: "Waits for a person to answer.",
      }),
  };
}

function every(ms: number, work: () => void): () => void {
  let callOff = () => {};
  const again = () => {
    callOff = after(ms, () => {
      work();
      again();
    });
  };
  again();
  return () => callOff();
}
