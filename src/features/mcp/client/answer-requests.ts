import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { stripHidden } from "../../../base/strip-hidden.ts";
import type { ClientRequests, Peer, Question } from "../../../gate/executor.ts";
import type { McpCall } from "../mcp-client.ts";
import { isForm, questionOf } from "./question-of.ts";
import { NOT_ALLOWED, readSampling } from "./read-sampling.ts";

type Request = ClientRequests[string];
type Responses = Record<string, JsonObject>;

const ELICIT = "elicitation/create";
const SAMPLE = "sampling/createMessage";
const LIST_ROOTS = "roots/list";
const MAX_CHARACTERS = 400_000;

/** What a server is told that the caller of this call can be asked. */
export function capabilitiesFor(peer: Peer | undefined, maySample: boolean): JsonObject {
  const asks = peer === undefined || peerCan(peer, ELICIT);
  const samples = maySample || (peer !== undefined && peerCan(peer, SAMPLE));
  return {
    ...(asks && { elicitation: { form: {} } }),
    ...(samples && { sampling: {} }),
    ...(peer && peerCan(peer, LIST_ROOTS) && { roots: {} }),
  };
}

/**
 * Answers what a server asks in the middle of a call, all of it at once and under the server's own keys:
 * by the program that called, where that can, otherwise by its person and by a model.
 */
export async function answerRequests(
  call: McpCall,
  requests: ClientRequests,
  maySample: boolean,
): Promise<Responses> {
  const passed: [string, Request][] = [];
  const answered: [string, JsonObject][] = [];
  for (const [key, { method, params = {} }] of Object.entries(requests)) {
    const request = { method, params };
    if (isPassed(call, request)) passed.push([key, cleaned(request)]);
    else answered.push([key, await answerHere(call, request, maySample)]);
  }
  if (passed.length > 0) answered.push(...(await askPeer(call, passed)));
  return Object.fromEntries(answered);
}

/** An address to open is not passed on: a person would leave for a page that nobody has judged. */
function isPassed({ peer, ask }: McpCall, { method, params }: Request): boolean {
  if (!peer || !ask || !peerCan(peer, method)) return false;
  return method !== ELICIT || isForm(params);
}

function peerCan({ can }: Peer, method: string): boolean {
  if (method === SAMPLE) return can.sampling !== undefined;
  if (method === LIST_ROOTS) return can.roots !== undefined;
  const { elicitation } = can;
  // One that names no way at all means forms.
  return (
    method === ELICIT &&
    isJsonObject(elicitation ?? null) &&
    ("form" in (elicitation as JsonObject) || !("url" in (elicitation as JsonObject)))
  );
}

async function askPeer(
  call: McpCall,
  passed: readonly [string, Request][],
): Promise<[string, JsonObject][]> {
  const requests = Object.fromEntries(passed);
  if (JSON.stringify(requests).length > MAX_CHARACTERS) {
    throw new Error(`More than ${MAX_CHARACTERS} characters are not passed on.`);
  }
  const [only, ...others] = passed;
  const [key = "", request] = only ?? [];
  if (request?.method === ELICIT && others.length === 0) {
    const answer = await call.ask?.({ ...questionOf(request.params), requests });
    return [[key, elicited(answer)]];
  }
  const answer = await call.ask?.(questionFor(passed, requests));
  const given = answer?.action === "accept" ? answer.inputs : {};
  return passed.map(([name, { method }]) => {
    const found = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isJsonObject(found ?? null)) return [name, found as JsonObject];
    if (method === ELICIT) return [name, { action: "cancel" }];
    if (method === LIST_ROOTS) return [name, { roots: [] }];
    throw new Error("The client did not let a model answer it.");
  });
}

function elicited(answer: Awaited<ReturnType<NonNullable<McpCall["ask"]>>> | undefined) {
  if (answer?.action !== "accept") return { action: answer?.action ?? "cancel" };
  return { action: "accept", content: answer.inputs };
}

function questionFor(passed: readonly [string, Request][], requests: ClientRequests): Question {
  const wanted = passed.map(([, { method }]) => WANTED.get(method) ?? method);
  return {
    message: `The server asks the program that called it for ${wanted.join(", and ")}.`,
    fields: [],
    schema: { type: "object" },
    requests,
  };
}

const WANTED: ReadonlyMap<string, string> = new Map([
  [ELICIT, "what a person enters"],
  [SAMPLE, "the answer of its model"],
  [LIST_ROOTS, "its folders"],
]);

async function answerHere(
  call: McpCall,
  { method, params }: Request,
  maySample: boolean,
): Promise<JsonObject> {
  if (method === ELICIT) {
    if (!call.ask || !isForm(params)) return { action: "cancel" };
    return elicited(await call.ask(questionOf(params)));
  }
  if (method === LIST_ROOTS) return { roots: [] };
  if (method !== SAMPLE) throw new Error(`Requests of the kind "${method}" are not supported.`);
  return sampledHere(call, params, maySample);
}

async function sampledHere(call: McpCall, params: JsonObject, maySample: boolean) {
  if (!call.sample) throw new Error("A model is asked only in the middle of a call.");
  const wanted = readSampling(params);
  const answer = await call.sample(maySample ? wanted : { ...wanted, refused: NOT_ALLOWED });
  // Without a code: where the server is of the newer era this ends its call, which may have begun.
  if (answer.type === "refused") throw new Error(answer.reason);
  return {
    role: "assistant",
    model: answer.model,
    content: { type: "text", text: answer.text },
    stopReason: "endTurn",
  };
}

/** Without what no person would see, and a question says whose words it is. */
function cleaned({ method, params }: Request): Request {
  const { _meta, ...rest } = strip(params) as JsonObject;
  if (method !== ELICIT) return { method, params: rest };
  return { method, params: { ...rest, message: questionOf(params).message } };
}

function strip(value: JsonValue): JsonValue {
  if (typeof value === "string") return stripHidden(value);
  if (Array.isArray(value)) return value.map(strip);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, strip(it)]));
}
