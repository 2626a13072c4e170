import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { sayCall } from "../../base/say-call.ts";
import type { PlanStep } from "../../schema/plan.ts";
import { knownTool } from "./known-tool.ts";
import type { LastResult } from "./last-result.ts";
import { matchOf } from "./match-words.ts";
import type { Reading } from "./reading.ts";
import { itemOf, textOf } from "./spans.ts";

const DONE = ["complet", "don", "finish", "clos"];
const LEFT = /^\W{0,5}what(?:['’]?s| is)(?: still)? left\b[^\p{L}]{0,5}(?:to do)?\W{0,5}$/iu;
const ADDS = /\b(?:add|put)\b/i;
const TO_IT = /\s(?:to|on|onto) (?:it|(?:the|my) (?:\p{L}{1,30} ){0,2}list)\W{0,5}$/iu;

/** "what is left": the items of the last result that are not done. */
export function sayLeft(text: string, last: LastResult | undefined): string | undefined {
  const status = last?.list && statusOf(last);
  if (!last?.list || !status || !LEFT.test(text)) return undefined;
  const open = last.list.items.filter((item) => item[status.field] !== status.done);
  const lines = open.map((item) => `- ${nameOf(item, status.field)}`);
  return lines.length === 0 ? "Nothing is left." : ["This is left:", ...lines].join("\n");
}

/** The last list with one item done or one more, where all words of the request say just that. */
export function editList(reading: Reading, last: LastResult | undefined): PlanStep | undefined {
  const status = last?.list && statusOf(last);
  if (!last?.list || !last.tool || !status) return undefined;
  const items = doneItems(reading, last.list.items, status) ?? moreItems(reading, last);
  if (!items) return undefined;
  const inputs = { [last.list.field]: items as JsonValue[] };
  return { id: "s1", toolId: last.tool.toolId, inputs, says: sayCall(last.tool.name, inputs) };
}

type Status = { readonly field: string; readonly done: string };

/** The field of an item that says whether it is done. */
function statusOf({ tool, list }: LastResult): Status | undefined {
  const field = tool && list && knownTool(tool).fields.find(({ name }) => name === list.field);
  const items = field && isJsonObject(field.schema.items) ? field.schema.items.properties : null;
  if (!isJsonObject(items)) return undefined;
  for (const [name, schema] of Object.entries(items)) {
    const options = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
    const done = options.find((it) => DONE.some((stem) => String(it).startsWith(stem)));
    if (typeof done === "string") return { field: name, done };
  }
  return undefined;
}

function nameOf(item: JsonObject, statusField: string): string {
  const text = Object.entries(item).find(
    ([name, it]) => name !== statusField && typeof it === "string",
  );
  return String(text?.[1] ?? "");
}

function doneItems(
  { tokens, values }: Reading,
  items: readonly JsonObject[],
  { field, done }: Status,
): JsonObject[] | undefined {
  if (
    !tokens.some(({ stem }) => DONE.some((it) => stem === it || matchOf({ ...NONE, stem }, it)))
  ) {
    return undefined;
  }
  const said = values.filter(({ kind }) => kind === "item").map(({ value }) => Number(value));
  const text = tokens.map(({ plain }) => plain).join(" ");
  const named = items.flatMap((item, at) =>
    text.includes(nameOf(item, field).toLowerCase()) ? [at] : [],
  );
  const [at, ...others] = new Set([...said, ...named]);
  if (at === undefined || others.length > 0) return undefined;
  return items.map((item, place) => (place === at ? { ...item, [field]: done } : item));
}

const NONE = { text: "", plain: "", stem: "", start: 0, end: 0 };

function moreItems({ text, tokens }: Reading, { tool, list }: LastResult): JsonValue[] | undefined {
  const field = tool && knownTool(tool).fields.find(({ name }) => name === list?.field);
  const schema = field && isJsonObject(field.schema.items) ? field.schema.items : undefined;
  const verb = tokens.findIndex(({ isHarmless }) => !isHarmless);
  if (!schema || !ADDS.test(tokens[verb]?.plain ?? "") || !TO_IT.test(text)) return undefined;
  const said = textOf(text, tokens, verb + 1, tokens.length).replace(TO_IT, "");
  const item = itemOf(schema, said.replace(/^["'“‘](.*)["'”’]$/su, "$1"));
  return item === undefined ? undefined : [...(list?.items ?? []), item];
}
