import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { offlineRequests } from "../../../bench/offline/requests.ts";
import { toolsOfAgents } from "../../../bench/offline/tools.ts";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { runs } from "../../../test/runs.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import { makeMessage } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { createOfflineModel } from "./offline-model.ts";
import { SYNONYMS } from "./synonyms.ts";

const model = createOfflineModel();
const { signal } = new AbortController();
const agents = toolsOfAgents();
const requests = offlineRequests();

function respond(content: string, tools: readonly Tool[]) {
  const messages = [makeMessage({ content })];
  return model.respond({ system: "", tools, messages, callsBefore: 0, signal });
}

const words = [
  ...SYNONYMS.keys(),
  ...requests.flatMap(({ text }) => text.split(" ")),
  ..."{} [ : , \" ' `` constructor __proto__ 1e999 -0 ../../x http:// @ #1 50% $ and then".split(
    " ",
  ),
];
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((some) => some.join(" ")),
  fc.constantFrom(...requests.map((request) => request.text)),
  fc.constantFrom("delete a.txt", "send aaa to Bob", "add 3 and 4", "delete it: a, b"),
);

const name = fc.oneof(
  fc.constantFrom("path", "to", "amount", "when", "query", "__proto__", "constructor", "toString"),
  fc.string({ maxLength: 12 }),
);
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    {},
    { type: "string" },
    { type: "string", format: "date-time" },
    { type: "string", format: "uri" },
    { type: "string", pattern: "^(a+)+$" },
    { type: "string", pattern: "([" },
    { type: "string", enum: Array.from({ length: 2_000 }, (_, at) => `option ${at}`) },
    { type: "string", enum: [] },
    { type: "integer", minimum: 3, maximum: 1 },
    { type: "number", exclusiveMinimum: 0 },
    { type: "boolean" },
    { type: ["null", "string"] },
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "object", properties: {}, required: ["__proto__"] } },
    { $ref: "#/nowhere" },
    { const: 7 },
    { not: {} },
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => ({ type: "string", default: value }) as JsonObject),
);
const schema = fc.oneof(
  fc.constantFrom<JsonObject>({}, { type: "object" }, { properties: 7 }, { required: [1, null] }),
  fc.tuple(fc.array(fc.tuple(name, leaf), { maxLength: 6 }), fc.array(name, { maxLength: 3 })).map(
    ([fields, required]): JsonObject => ({
      type: "object",
      properties: Object.fromEntries(fields),
      required,
      additionalProperties: false,
    }),
  ),
);
const hostile = fc
  .record({
    name: fc.oneof(
      fc.constantFrom("delete_file", "send_money", "add"),
      fc.string({ maxLength: 20 }),
    ),
    description: fc.oneof(fc.constantFrom("Sends a thing.", ""), fc.string({ maxLength: 60 })),
    examples: fc.array(
      fc.oneof(
        fc.constantFrom("delete {path}", "{}{}{", "{to} {to}"),
        fc.string({ maxLength: 40 }),
      ),
      { maxLength: 3 },
    ),
    inputSchema: schema,
  })
  .map((tool) => makeTool({ ...tool, wireName: "t" }));

/** As in a real one, no two tools have one id. */
const catalog = fc.uniqueArray(hostile, { maxLength: 5, selector: ({ toolId }) => toolId });

function isValid({ inputSchema }: Tool, input: JsonValue): boolean {
  return new Validator(inputSchema as Schema, "2020-12").validate(input).valid;
}

test("S3: no text and no set of tools makes it throw, and every call fits its schema", async () => {
  await fc.assert(
    fc.asyncProperty(text, catalog, async (content, tools) => {
      fc.pre(!/^\s*\S+\s*[{[]/.test(content));
      for (const { name, input } of (await respond(content, tools)).toolCalls) {
        const tool = tools.find(({ toolId }) => toolId === name);
        expect(tool && isValid(tool, input)).toBe(true);
      }
    }),
    runs(50, 300),
  );
});

/** What recognisers derive: moments, zones, currencies, an order while it goes on, its beginning. */
const DERIVED =
  /^(?:\d{4}-\d\d-\d\d(?:T[\d:]+Z)?|[\d:]+Z|[A-Z]\w+\/[\w/]+|UTC|[A-Z]{3}|pending|[A-Z]\w*ing\b.*)$/s;

test("S3: every text that it passes was said, is an option, or is derived by a recogniser", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...agents.keys()), async (content, agent) => {
      const tools = agents.get(agent) ?? [];
      for (const { name, input } of (await respond(content, tools)).toolCalls) {
        const tool = tools.find(({ toolId }) => toolId === name);
        const options = JSON.stringify(tool?.inputSchema);
        const invented = textsOf(input).filter(
          (value) =>
            !content.includes(value) &&
            !content.includes(value.replace(/^\//, "")) &&
            !options.includes(JSON.stringify(value)) &&
            !DERIVED.test(value),
        );
        expect(invented).toEqual([]);
      }
    }),
    runs(50, 300),
  );
});

function textsOf(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test("S3: nothing negated, told or quoted has an effect, whatever it says", async () => {
  const tools = [...agents.values()].flat();
  const effects = requests.filter(({ calls }) => calls.length > 0);
  const around = fc.constantFrom<(order: string) => string>(
    (order) => `don't ${order}`,
    (order) => `do not ${order}`,
    (order) => `never ${order}`,
    (order) => `she said "${order.replaceAll('"', "")}"`,
    (order) => `why did you ${order}`,
    (order) => `he told me to ${order}`,
    (order) => `what would happen if I ${order}`,
    (order) => `my notes say: ${order}`,
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...effects), around, async ({ text: order }, wrap) => {
      const { toolCalls } = await respond(wrap(order), tools);
      const called = toolCalls.map((call) => tools.find(({ toolId }) => toolId === call.name));
      expect(called.filter((tool) => !tool?.behaviour.readOnly)).toEqual([]);
    }),
    runs(50, 240),
  );
});

test("S3: a text of any length is answered soon", async () => {
  const tools = agents.get("assistant") ?? [];
  const parts = ["a", "delete ", '"', "1 hour ", "../", "and ", "{", "a.b@", "(((", "in ", "'a"];
  for (const part of [...parts, " ", ", ", "3 ", "A ", "x.y/", "not "]) {
    const before = cpuMs();
    for (const length of [9_900, 1_000_000])
      await respond(part.repeat(length / part.length), tools);
    expect(cpuMs() - before).toBeLessThan(2_000);
  }
});
