import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { after } from "../../../base/deadlines.ts";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { OnProgress } from "../../../gate/call.ts";
import type { ClientRequests } from "../../../gate/executor.ts";
import { createPeer } from "./peer.ts";
import type { ClientQuestion, Exchange, Reply } from "./seat.ts";

/** A client that hears nothing for a minute gives up: it is told that a person is asked. */
const TELL_MS = 10_000;
const LONGEST_MS = 24 * 3_600_000;
const MAX_MESSAGE = 500;

const ELICIT = "elicitation/create";

type Form = Parameters<typeof inputRequired.elicit>[0];

/** A request of the older era: its client is asked at once, on the stream of the request. */
export function pushedExchange(
  server: Server,
  context: ServerContext,
  logLevel: string | undefined,
): Exchange {
  const report = reporter(context);
  const can = server.getClientCapabilities();
  return {
    ...cancelledWith(context.mcpReq.signal),
    onProgress: report?.progress,
    canAsk: showsForms(can),
    peer: createPeer(context, can, logLevel),
    state: undefined,
    async ask(question) {
      // Who has given up is asked nothing: an answer would run what nobody waits for.
      if (context.mcpReq.signal.aborted) return { type: "cancel" };
      const over = new AbortController();
      const gone = () => over.abort();
      context.mcpReq.signal.addEventListener("abort", gone, { once: true });
      const callOff = report ? every(TELL_MS, () => report.waits()) : () => {};
      try {
        const reply = await Promise.race([
          push(context, question, over.signal),
          question.settled(over.signal).then((): Reply => ({ type: "settled" })),
        ]);
        return context.mcpReq.signal.aborted ? { type: "cancel" } : reply;
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
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const level = envelope[LOG_LEVEL_META_KEY];
  // Answers that came with the request are for the first question after it, and no other.
  let isGiven = false;
  const later = (result: ReturnType<typeof inputRequired>): Reply => ({ type: "later", result });
  return {
    ...cancelledWith(context.mcpReq.signal),
    onProgress: reporter(context)?.progress,
    canAsk: showsForms(declared),
    // Who names no level is sent no log.
    peer: createPeer(context, declared, typeof level === "string" ? level : "none"),
    state: context.mcpReq.requestState<string>(),
    async ask({ key, message, schema, requests, isAgain }) {
      isGiven ||= isAgain;
      if (requests) {
        const given = isGiven ? undefined : givenTo(context, key, requests);
        isGiven = true;
        if (given) return given;
        const inputRequests = requests as unknown as Parameters<
          typeof inputRequired
        >[0]["inputRequests"];
        return later(inputRequired({ ...(inputRequests && { inputRequests }), requestState: key }));
      }
      const given = inputResponse(isAgain ? undefined : context.mcpReq.inputResponses, key);
      if (given.kind === "elicit") return replyOf(given);
      const form = { message, requestedSchema: schema } as unknown as Form;
      return later(inputRequired({ inputRequests: { [key]: inputRequired.elicit(form) } }));
    },
  };
}

function cancelledWith(request: AbortSignal): Pick<Exchange, "signal" | "leave"> {
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort(request.reason);
  if (request.aborted) cancel();
  request.addEventListener("abort", cancel, { once: true });
  return {
    signal: cancelling.signal,
    leave: () => request.removeEventListener("abort", cancel),
  };
}

/** Answers to this very question: keys are the server's own, and it may use them again. */
function givenTo(
  { mcpReq }: ServerContext,
  key: string,
  requests: ClientRequests,
): Reply | undefined {
  const state = mcpReq.requestState<string>();
  if (state !== undefined && state !== key) throw unknownState();
  const { inputResponses = {} } = mcpReq;
  const names = Object.keys(requests);
  const isAll = names.every(
    (name) => Object.hasOwn(inputResponses, name) && isJsonObject(inputResponses[name] as never),
  );
  return isAll ? repliesOf(requests, inputResponses as JsonObject) : undefined;
}

export function unknownState(): ProtocolError {
  const message = "This requestState is not one that a call of this client waits for.";
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** One form is answered as itself; anything else, each under its key. */
function repliesOf(requests: ClientRequests, given: JsonObject): Reply {
  const [[key, { method }] = ["", { method: "" }], ...others] = Object.entries(requests);
  if (method === ELICIT && others.length === 0) {
    const { action, content } = given[key] as JsonObject;
    const isAction = action === "accept" || action === "decline" || action === "cancel";
    return replyOf({ action: isAction ? action : "cancel", content });
  }
  return { type: "accept", content: given };
}

async function push(
  context: ServerContext,
  { message, schema, requests }: ClientQuestion,
  signal: AbortSignal,
): Promise<Reply> {
  const form = { method: ELICIT, params: { message, requestedSchema: schema } };
  const all = requests ?? { form };
  try {
    const answers = await Promise.all(
      Object.entries(all).map(async ([key, { method, params }]): Promise<[string, JsonObject]> => {
        const request = { method: method as typeof ELICIT, params };
        const given = await context.mcpReq.send(request, { signal, timeout: LONGEST_MS });
        return [key, given as unknown as JsonObject];
      }),
    );
    return repliesOf(all, Object.fromEntries(answers));
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
