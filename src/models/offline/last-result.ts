import { posix } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import { broughtBy, filesIn, NUMBERS, pick, TEXTS } from "./outputs.ts";
import type { Value } from "./recognise/value.ts";
import { readResult } from "./tool-result.ts";

/** The newest result of a conversation, by type: all that "it", "them" and "the first" may mean. */
export type LastResult = {
  readonly tool: Tool | undefined;
  /** Paths, each with whether it is of the machine. */
  readonly files: readonly { readonly path: string; readonly isOfMachine: boolean }[];
  /** Only a part of the files was told. */
  readonly isCut: boolean;
  readonly number?: number;
  /** The calculation of a step that is still to be made. */
  readonly expression?: string;
  readonly text?: string;
  /** A list that a tool was given as a whole, by the name of its field. */
  readonly list?: { readonly field: string; readonly items: readonly JsonObject[] };
};

export function lastResult(
  messages: readonly Message[],
  tools: readonly Tool[],
): LastResult | undefined {
  const at = messages.findLastIndex(({ role }) => role === "tool");
  const message = messages[at];
  const result = message && readResult(message);
  if (!message || !result?.ok) return undefined;
  const tool = tools.find(({ toolId }) => toolId === message.toolId);
  const call = messages
    .slice(0, at)
    .flatMap(({ toolCalls = [] }) => toolCalls)
    .find(({ id }) => id === message.invocationId);
  const input = isJsonObject(call?.input) ? call.input : {};
  const outputs = broughtBy(result.outputs);
  const { files, isCut } = filesOf(outputs, input);
  const isWhole = !(isJsonObject(outputs) && (outputs.truncated || outputs.encoding === "base64"));
  const number = pick(outputs, NUMBERS, "number");
  const text = isWhole ? pick(outputs, TEXTS, "string") : undefined;
  const list = listOf(outputs, input);
  const isOfMachine = tool?.sourceType === "agent";
  return {
    tool,
    files: files.map((path) => ({ path, isOfMachine })),
    isCut,
    ...(typeof number === "number" && { number }),
    ...(typeof text === "string" && { text }),
    ...(list && { list }),
  };
}

/** Listed files; else the one file that the call was about, where it lies now. */
function filesOf(outputs: JsonValue, input: JsonObject) {
  const listed = filesIn(outputs);
  if (listed) return { files: listed.files.map(({ path }) => path), isCut: listed.isCut };
  const told = isJsonObject(outputs) ? outputs : {};
  if (told.deleted === true) return { files: [], isCut: false };
  const path = [told.to, told.path, told.destination, input.to, input.path].find(
    (it) => typeof it === "string",
  );
  return { files: typeof path === "string" ? [path] : [], isCut: false };
}

/** A field of the input that came back as it was given. */
function listOf(outputs: JsonValue, input: JsonObject): LastResult["list"] {
  if (!isJsonObject(outputs)) return undefined;
  for (const [field, given] of Object.entries(input)) {
    const items = Object.hasOwn(outputs, field) ? outputs[field] : undefined;
    if (Array.isArray(given) && Array.isArray(items) && items.every(isJsonObject)) {
      return { field, items };
    }
  }
  return undefined;
}

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const NOUN = "(?:\\s+(?:ones?|files?|items?|tasks?|results?|entr(?:y|ies)))?";
const ONE = new RegExp(`\\bthe (${ORDINALS.join("|")}|last)${NOUN}\\b`, "giu");
const MANY =
  /\b(?:(?:all|both|each) (?:of )?)?(?:them|these|those)(?: (?:files|all))?\b|\ball of (?:it|them)\b/giu;
const IT =
  /\b(?:it|that|this|(?:the|that|this) (?:file|result|answer|number|text|content|page))\b(?!['’]|\s+(?:["'“‘/~]|\S*\.\p{L}))/giu;

/** Words that stand for what the last result brought, as the values that they stand for. */
export function recogniseReferences(text: string, last: LastResult | undefined): Value[] {
  const several = find(text, MANY).map((at) => referenceTo(at, last, "many"));
  const ordinal = [...text.matchAll(ONE)].map((found) => {
    const place = ORDINALS.indexOf(found[1]?.toLowerCase() ?? "");
    const at = { start: found.index, end: found.index + found[0].length };
    return referenceTo(at, last, place < 0 ? "last" : place);
  });
  const single = find(text, IT).map((at) => referenceTo(at, last, "it"));
  return [...several, ...ordinal, ...single].flat();
}

function find(text: string, pattern: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** One value for each type that the words may stand for; a bare reference where there is none. */
function referenceTo(
  at: { readonly start: number; readonly end: number },
  last: LastResult | undefined,
  which: "it" | "many" | "last" | number,
): Value[] {
  const bare: Value = { kind: "reference", value: String(which), ...at };
  if (!last) return [bare];
  const { files, list } = last;
  const rows = files.length > 0 ? files.length : (list?.items.length ?? 0);
  const place = which === "last" ? rows - 1 : which;
  const values: Value[] = [];
  if (typeof place === "number") {
    const file = files[place];
    if (file) values.push(fileValue(file, at));
    else if (list?.items[place]) values.push({ kind: "item", value: place, ...at });
  } else if (place === "many" && files.length > 1 && !last.isCut) {
    const [first] = files;
    const each = files.map(({ path }) => path);
    if (first) values.push({ ...fileValue(first, at), each });
  } else if (place === "it") {
    if (files.length === 1 && files[0]) values.push(fileValue(files[0], at));
    if (last.number !== undefined) values.push({ kind: "number", value: last.number, ...at });
    const text = last.text ?? last.number?.toString();
    if (text !== undefined) values.push({ kind: "text", value: text, ...at });
  }
  return values.length > 0 ? values : [bare];
}

function fileValue(
  { path, isOfMachine }: LastResult["files"][number],
  at: { readonly start: number; readonly end: number },
): Value {
  return { kind: "path", value: path, ...at, ...(isOfMachine && { detail: "file" }) };
}

/** A bare name that exactly one of the listed files has is that file. */
export function namedFile(value: Value, last: LastResult | undefined): Value {
  if (value.kind !== "path" || value.detail !== undefined || !last) return value;
  const same = last.files.filter(({ path }) => posix.basename(path) === value.value);
  const [only] = same;
  return only && same.length === 1 ? { ...fileValue(only, value) } : value;
}
