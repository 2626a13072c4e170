import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { completeCalls, type Plan, spoken } from "./complete-calls.ts";
import type { KnownTool } from "./known-tool.ts";
import type { KnownTools } from "./known-tools.ts";
import { itemOf, splitItems } from "./list-candidates.ts";
import { readOrdinal } from "./ordinal.ts";
import { listFieldOf, type Recalled, type RecalledList } from "./recall.ts";
import { speechActOf } from "./speech-act.ts";
import { stemsOf } from "./words.ts";

const OPENING =
  /^(?:(?:ok|okay|and|now|then|also|please|pls|great|so|thanks|hey|hi|hello)\b[\s,!.]*|(?:can|could|would|will) you (?:please )?)+/i;
const CLOSING = /(?:[\s,]+(?:please|pls|thanks|thank you|for me|too|as well))*[\s.!?]*$/i;
const LIST =
  "(?:(?:the|my|this|that|our)\\s+)?(?:\\p{L}{2,20}\\s+|to-?do\\s+|to do\\s+)?(?:list|todos|to-dos)";
const ADD = new RegExp(
  `^(?:add|put|append|include|write)\\s+(.{1,500}?)\\s+(?:to|on|onto|in|into)\\s+(it|${LIST})$`,
  "isu",
);
const START =
  /^(?:start|make|create|begin|set up|open|write|give)\s+(?:me\s+)?(?:an?\s+|my\s+)?(?:new\s+)?((?:to-?do|to do|task|check)[\s-]?list)\s*(?::\s*|\s(?:with|of|containing)\s+(?:the\s+(?:items?|tasks?|things?)\s+)?:?\s*)(.{1,500})$/isu;
const REMOVE = new RegExp(
  `^(?:remove|delete|drop|take|strike)\\s+(.{1,300}?)\\s+(?:from|off|off of)\\s+(it|${LIST})$`,
  "isu",
);
const REMOVE_ONE = /^(?:remove|delete|drop)\s+(.{1,80})$/isu;
const CLEAR = new RegExp(`^(?:clear|empty|reset|wipe|erase)\\s+(it|${LIST})$`, "isu");
const DONE = [
  /^(?:mark|set|tick|check|cross)\s+(.{1,300}?)\s+(?:(?:as|to|off as)\s+)?(?:done|complete|completed|finished|off)(?:\s+(?:on|from|in)\s.{1,40})?$/isu,
  /^(?:tick|check|cross|strike)\s+(?:off|out)\s+(.{1,300})$/isu,
  /^(?:complete|finish)\s+(.{1,300})$/isu,
  /^(.{1,300}?)\s*(?:\s(?:is|are)|['’]s)\s+(?:now\s+|already\s+)?(?:done|complete|completed|finished)$/isu,
  /^(?:i|i['’]ve|we|we['’]ve)\s+(?:have\s+)?(?:just\s+|already\s+)?(?:finished|completed|did|done)\s+(.{1,300})$/isu,
  /^done with\s+(.{1,300})$/isu,
];
const LEFT =
  /^(?:what(?:['’]?s|\s+is|\s+are)?\s+(?:still\s+)?(?:left|open|remaining|pending|not done)(?:\s+(?:to do|on|in)\b.{0,40})?|what\s+(?:else\s+)?(?:do|must)\s+i\s+(?:still\s+)?(?:have|need)?\s*(?:left\s+)?to\s+do|what\s+is\s+next)$/isu;
const SHOW = new RegExp(
  `^(?:(?:show|read|tell|give)(?:\\s+me)?|what(?:['’]?s|\\s+is)\\s+(?:on|in)|list)\\s+(it|${LIST})(?:\\s+again)?$`,
  "isu",
);
const LONGEST = 600;
const FINISHED = ["completed", "complete", "done", "finished", "closed", "checked"];
const ALL = /^(?:all|everything|both|all of (?:it|them)|them all|them)$/i;

/** A change of the list that was written last, or what is on it. Undefined: it is about no list. */
export function editList(text: string, recalled: Recalled, all: KnownTools): Plan | undefined {
  if (text.length > LONGEST) return undefined;
  const said = text.trim().replace(OPENING, "").replace(CLOSING, "");
  if (speechActOf(text) === "refusal") return undefined;
  const { list } = recalled;
  const isMeant = (named: string | undefined) =>
    named?.toLowerCase() === "it"
      ? recalled.isListNewest === true
      : isListOf(named ?? "", list, all);
  const [, , begun] = START.exec(said) ?? [];
  if (begun !== undefined) return add(begun, emptyList(all));
  const [, added, to] = ADD.exec(said) ?? [];
  if (added !== undefined && isMeant(to)) return add(added, list ?? emptyList(all));
  if (!list) return undefined;
  const [, cleared] = CLEAR.exec(said) ?? [];
  if (cleared !== undefined && isMeant(cleared)) return write(list, []);
  const [, shown] = SHOW.exec(said) ?? [];
  if (shown !== undefined && isMeant(shown)) return spoken(tell(list.items));
  if (LEFT.test(said)) return spoken(tellLeft(list.items));
  const [, removed, from] = REMOVE.exec(said) ?? [];
  if (removed !== undefined && isMeant(from)) return change(list, removed, () => undefined, true);
  const [, one = ""] = REMOVE_ONE.exec(said) ?? [];
  const isOne = recalled.isListNewest === true && readOrdinal(one) !== undefined;
  if (isOne) return change(list, one, () => undefined, true);
  const done =
    DONE.flatMap((pattern) => pattern.exec(said)?.[1] ?? [])[0] ?? doneItem(text, recalled);
  const finished = finishedState(list);
  if (done === undefined || finished === undefined) return undefined;
  // Told, not ordered: enough only where nothing but the list itself is written.
  if (list.known.effectful && speechActOf(text) !== "order") return undefined;
  const { name, state } = finished;
  const isSure = new RegExp(LIST, "iu").test(said) || recalled.isListNewest === true;
  return change(
    list,
    done,
    (item) => (isJsonObject(item) ? { ...item, [name]: state } : item),
    isSure,
  );
}

const TOLD =
  /^(?:i|we)(?:['’]ve|\s+have)?\s+(?:just\s+|already\s+|now\s+)?(\p{L}{2,20})\s+(.{1,200}?)(?:\s+(?:already|now|today|yesterday|this morning))?[\s.!]*$/iu;
const PAST = new Map(
  "paid:pay bought:buy sent:send wrote:write written:write got:get made:make took:take taken:take fed:feed did:do done:do met:meet told:tell found:find brought:bring swept:sweep built:build read:read put:put cut:cut gave:give given:give went:go gone:go ran:run rang:ring hung:hang"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** "I've paid the rent" where "pay the rent" is the one thing on the list that this can be. */
function doneItem(text: string, { list, isListNewest }: Recalled): string | undefined {
  const [, verb = "", rest = ""] = TOLD.exec(text.trim().replace(OPENING, "")) ?? [];
  if (!list || isListNewest !== true || verb === "") return undefined;
  const said = new Set(stemsOf(`${PAST.get(verb.toLowerCase()) ?? verb} ${rest}`));
  const items = list.items.flatMap((item) => {
    const content = isJsonObject(item)
      ? Object.values(item).find((it) => typeof it === "string")
      : item;
    return typeof content === "string" ? [content] : [];
  });
  const fits = items.filter((item) => {
    const stems = stemsOf(item).filter((it) => !/^(?:the|my|a|an|to|for)$/.test(it));
    return stems.length > 1 && stems.every((it) => said.has(it));
  });
  return fits.length === 1 ? fits[0] : undefined;
}

/** "my todo list" is the list there is; without one, a tool that keeps such lists. */
function isListOf(named: string, list: RecalledList | undefined, all: KnownTools): boolean {
  const words = stemsOf(named).filter((it) => !/^(?:the|my|this|that|our|list)$/.test(it));
  const known = list?.known ?? listTool(all);
  if (!known || named === "") return false;
  return words.length === 0
    ? list !== undefined
    : list !== undefined || words.every((it) => known.words.has(it) || /^(?:to|do)$/.test(it));
}

function listTool({ askable }: KnownTools): KnownTool | undefined {
  const tools = askable.filter((it) => listFieldOf(it) !== undefined);
  return tools.length === 1 ? tools[0] : undefined;
}

function emptyList(all: KnownTools): RecalledList | undefined {
  const known = listTool(all);
  const field = known && listFieldOf(known);
  return known && field ? { known, field, items: [] } : undefined;
}

function add(text: string, list: RecalledList | undefined): Plan | undefined {
  const schema = list?.field.schema.items;
  if (!list || !isJsonObject(schema)) return undefined;
  const items = splitItems(text).map((it) => itemOf(schema, it));
  if (items.length === 0 || !items.every((it) => it !== undefined)) return undefined;
  return write(list, [...list.items, ...items]);
}

function change(
  list: RecalledList,
  which: string,
  make: (item: JsonValue) => JsonValue | undefined,
  isSure: boolean,
): Plan | undefined {
  const chosen = choose(list.items, which);
  if (chosen.length === 0 && !isSure) return undefined;
  if (chosen.length === 0) {
    return spoken(`I find no "${which.trim()}" on the list. ${tell(list.items)}`);
  }
  if (chosen.length > 1 && !ALL.test(which.trim()) && readOrdinal(which) === undefined) {
    return spoken(`Which of them do you mean? ${tell(list.items)}`);
  }
  const items = list.items.flatMap((item, at) =>
    chosen.includes(at) ? (make(item) ?? []) : [item],
  );
  return write(list, items);
}

function write({ known, field }: RecalledList, items: readonly JsonValue[]): Plan {
  const candidate = { field, value: [...items], start: 0, end: 0, fit: 1 };
  return completeCalls([{ known, filled: [candidate] }]);
}

/** By its place, or by words that only it has. */
function choose(items: readonly JsonValue[], which: string): number[] {
  const said = which.trim().replace(/^["'“‘](.*)["'”’]$/su, "$1");
  if (ALL.test(said)) return items.map((_, at) => at);
  const places = readOrdinal(said);
  if (places) return places(items.length);
  const texts = items.map((item) => textOf(item).toLowerCase());
  const exact = texts.flatMap((text, at) => (text === said.toLowerCase() ? [at] : []));
  if (exact.length > 0) return exact;
  const words = stemsOf(said).filter((it) => !/^(?:the|a|an|my|task|item|todo)$/.test(it));
  if (words.length === 0) return [];
  return texts.flatMap((text, at) => {
    const own = new Set(stemsOf(text));
    return words.every((it) => own.has(it)) ? [at] : [];
  });
}

function finishedState({ field }: RecalledList): { name: string; state: string } | undefined {
  const { items } = field.schema;
  const properties = isJsonObject(items) && isJsonObject(items.properties) ? items.properties : {};
  for (const [name, schema] of Object.entries(properties)) {
    const options = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
    const state = FINISHED.find((it) => options.includes(it));
    if (state !== undefined) return { name, state };
  }
  return undefined;
}

function isFinished(item: JsonValue): boolean {
  return isJsonObject(item) && Object.values(item).some((it) => FINISHED.includes(String(it)));
}

function textOf(item: JsonValue): string {
  if (!isJsonObject(item)) return String(item);
  return String(Object.values(item as JsonObject).find((it) => typeof it === "string") ?? "");
}

function tell(items: readonly JsonValue[]): string {
  if (items.length === 0) return "The list is empty.";
  const lines = items.map((item) => `- [${isFinished(item) ? "x" : " "}] ${textOf(item)}`);
  return ["The list:", ...lines].join("\n");
}

function tellLeft(items: readonly JsonValue[]): string {
  const left = items.filter((item) => !isFinished(item));
  if (left.length === 0)
    return items.length === 0 ? "The list is empty." : "Nothing is left: all is done.";
  return [
    left.length === 1 ? "One is left:" : `${left.length} are left:`,
    ...left.map((item) => `- [ ] ${textOf(item)}`),
  ].join("\n");
}
