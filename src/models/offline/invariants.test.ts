import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offlineRequests } from "../../../bench/offline/requests.ts";
import { toolsOfAgents } from "../../../bench/offline/tools.ts";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { runs } from "../../../test/runs.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { saidChoice } from "../../engine/read-choice.ts";
import { createToolIndex } from "../../gate/catalog/search/tool-index.ts";
import type { OfferOption } from "../../schema/offer.ts";
import type { Tool } from "../../schema/tool.ts";
import { fixtureId, makeMessage } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { createOfflineModel } from "./offline-model.ts";

const model = createOfflineModel();
const { signal } = new AbortController();
const agents = toolsOfAgents();
const everyTool = [...agents.values()].flat();
const requests = offlineRequests();

function respond(content: string, tools: readonly Tool[]) {
  const messages = [makeMessage({ content, createdAt: "2026-11-16T09:00:00.000Z" })];
  const index = createToolIndex(tools);
  const findTools = (text: string, limit: number) => index.search(text, limit);
  return model.respond({ system: "", tools, messages, callsBefore: 0, signal, findTools });
}

const pieces = [
  ...requests.flatMap(({ text }) => text.split(" ")),
  ..."{} [ : , \" ' ` constructor __proto__ 1e999 -0 ../../x http:// @ #1 50% $ and then".split(
    " ",
  ),
];
const request = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((some) => some.join(" ")),
  fc.constantFrom(...requests.map(({ text }) => text)),
  fc.constantFrom("delete a.txt", "send aaa to Bob", "add 3 and 4", "delete it: a, b"),
);

const name = fc.oneof(
  fc.constantFrom("path", "to", "amount", "when", "query", "after", "cursor", "__proto__"),
  fc.string({ maxLength: 12 }),
);
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    {},
    { type: "string" },
    { type: "string", format: "date-time" },
    { type: "string", format: "uri" },
    { type: "string", format: "path" },
    { type: "string", pattern: "^(a+)+$" },
    { type: "string", pattern: "([" },
    { type: "string", enum: Array.from({ length: 2_000 }, (_, at) => `option ${at}`) },
    { type: "integer", minimum: 3, maximum: 1 },
    { type: "number", exclusiveMinimum: 0 },
    { type: "boolean" },
    { type: ["null", "string"] },
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "object", properties: {}, required: ["__proto__"] } },
    { $ref: "#/nowhere" },
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
const invented = fc
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
    readOnly: fc.boolean(),
  })
  .map(({ readOnly, ...tool }) =>
    makeTool({
      ...tool,
      wireName: "t",
      behaviour: { readOnly, idempotent: false, dryRun: false, timeoutMs: 1_000 },
    }),
  );
/** No two tools have one id. */
const inventedTools = fc.uniqueArray(invented, { maxLength: 5, selector: (it) => it.toolId });
const anyTools = fc.oneof(inventedTools, fc.constantFrom(...agents.values()));

describe("nothing with an effect runs unoffered", () => {
  test("F22: every call that is made unasked only reads, and fits the schema of its tool", async () => {
    await fc.assert(
      fc.asyncProperty(request, anyTools, async (content, tools) => {
        fc.pre(!/^\s*\S+\s*[{[]/.test(content));
        for (const { name: id, input } of (await respond(content, tools)).toolCalls) {
          const tool = tools.find(({ toolId }) => toolId === id);
          expect(tool?.behaviour.readOnly).toBe(true);
          expect(tool?.riskLevel === "HIGH" || tool?.riskLevel === "CRITICAL").toBe(false);
          expect(tool && isValid(tool, input)).toBe(true);
        }
      }),
      runs(200, 2_000),
    );
  });

  test("a card holds calls of the agent's own tools, at most three cards, each told apart", async () => {
    await fc.assert(
      fc.asyncProperty(request, anyTools, async (content, tools) => {
        const { offer = [], toolCalls } = await respond(content, tools);
        expect(offer.length > 0 && toolCalls.length > 0).toBe(false);
        expect(offer.length).toBeLessThanOrEqual(3);
        expect(new Set(offer.map(({ value }) => value)).size).toBe(offer.length);
        const ids = new Set(tools.map(({ toolId }) => toolId));
        expect(offer.flatMap(({ steps }) => steps).every(({ toolId }) => ids.has(toolId))).toBe(
          true,
        );
      }),
      runs(200, 2_000),
    );
  });

  const effects = requests.filter(({ calls }) => calls.length > 0);
  const around = fc.constantFrom<(order: string) => string>(
    (order) => `don't ${order}`,
    (order) => `do not ${order}`,
    (order) => `never ${order}`,
    (order) => `why did you ${order}`,
    (order) => `he told me to ${order}`,
    (order) => `what would happen if I ${order}`,
  );
  test("a negated, told or asked order is not even offered as a change", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...effects), around, async ({ text, agent }, wrap) => {
        const tools = agents.get(agent) ?? [];
        const { offer = [] } = await respond(wrap(text), tools);
        const changing = offer
          .flatMap(({ steps }) => steps)
          .filter(({ toolId }) => {
            return !tools.find((it) => it.toolId === toolId)?.behaviour.readOnly;
          });
        expect(changing).toEqual([]);
      }),
      runs(200, 2_000),
    );
  });
});

describe("a value fills only fields of its kind", () => {
  test("F61: no words become a place where a list goes on", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (content) => {
        for (const [field] of valuesIn(await respond(content, everyTool))) {
          expect(["after", "cursor", "offset", "page", "page_token"]).not.toContain(field.name);
        }
      }),
      runs(100, 1_000),
    );
  });

  const FORMS: readonly (readonly [name: RegExp, form: RegExp])[] = [
    [/^(?:url|uri|link)$/, /^https?:\/\//],
    [/^(?:email)$/, /@/],
    [/^(?:timezone|time_zone)$/, /^(?:UTC|[A-Z][\w+-]*(?:\/[\w+-]+)+)$/],
    [/^(?:to|from|recipient|assignee|name)$/, /[^\d\s.,]/],
  ];
  test("an address, a zone and a name look like one", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (content) => {
        for (const [field, value] of valuesIn(await respond(content, everyTool))) {
          const form = FORMS.find(([pattern]) => pattern.test(field.name))?.[1];
          const isFree = field.schema.format === undefined && field.schema.enum === undefined;
          if (form && isFree && typeof value === "string") expect(value).toMatch(form);
          const { type, enum: options } = field.schema;
          if (Array.isArray(options)) expect(options).toContainEqual(value);
          if (type === "number" || type === "integer") expect(typeof value).toBe("number");
          if (type === "boolean") expect(value).toBe(true);
        }
      }),
      runs(100, 1_000),
    );
  });

  test("S3: every text of a card or a call was said, is an option, or is derived by a recogniser", async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.constantFrom(...agents.values()), async (content, tools) => {
        fc.pre(!/^\s*\S+\s*[{[]/.test(content));
        for (const [{ schema: of }, value] of valuesIn(await respond(content, tools), tools)) {
          const options = JSON.stringify(of);
          const made = textsOf(value).filter(
            (text) =>
              !content.includes(text) &&
              !content.includes(text.replace(/^\//, "")) &&
              !options.includes(JSON.stringify(text)) &&
              !DERIVED.test(text),
          );
          expect(made).toEqual([]);
        }
      }),
      runs(100, 1_000),
    );
  });
});

/** Moments, zones, currencies, an order while it goes on, its beginning, a calculation, a size. */
const DERIVED =
  /^(?:\d{4}-\d\d-\d\d(?:T[\d:]+Z)?|[\d:]+Z|[A-Z]\w+\/[\w/]+|UTC|[A-Z]{3}|pending|[A-Z]\w*ing\b.*|[\d\s.%a-z()+*/^-]+|[\d.]+ [KMGT]?B|\*\.\w+)$/s;

describe("every word of a request is used, harmless or shown", () => {
  const nonsense = fc.constantFrom("blorptang", "zanziquor", "wuggleplex", "krimmotone");
  const place = fc.nat({ max: 40 });
  test("a word that nothing knows stands in a value of each card, or is shown as not used", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...requests),
        nonsense,
        place,
        async ({ text, agent }, word, at) => {
          const words = text.split(" ");
          const content = words.toSpliced(Math.min(at, words.length), 0, word).join(" ");
          const reply = await respond(content, agents.get(agent) ?? []);
          for (const { steps, unplaced } of reply.offer ?? []) {
            const shown = [...unplaced, ...steps.flatMap(({ inputs }) => textsOf(inputs))];
            expect(shown.join(" ").toLowerCase()).toContain(word);
          }
          for (const { input } of reply.toolCalls) {
            expect(textsOf(input).join(" ").toLowerCase()).toContain(word);
          }
        },
      ),
      runs(300, 3_000),
    );
  });
});

describe("no reply denies or contradicts a completed call", () => {
  const DENIALS =
    /nothing (?:was|ran|changed|happened|is)|did not (?:work|run)|not allowed|none fits|not done|cannot|could not/i;
  const said = fc.constantFrom("alpha", "beta", "gamma", "delta");
  const outputs: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      said,
      fc.integer({ min: 1, max: 1_000 }),
      fc.constant(true),
      fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom("path", "content", "result", "todos", "items", "count", "created", "from"),
        tie("value"),
        { minKeys: 1, maxKeys: 4 },
      ),
    ),
  })).value;

  test("F60: whatever a call brought, the answer tells it and denies nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...requests),
        fc.constantFrom(...everyTool),
        fc.array(outputs, { minLength: 1, maxLength: 3 }),
        async ({ text }, tool, brought) => {
          const chosen = cardOf(tool, brought.length);
          const calls = brought.map((_, at) => {
            const { toolId, name: called } = tool;
            return { id: fixtureId("inv", at + 1), toolId, name: called, input: {} };
          });
          const results = calls.map(({ id, toolId }, at) =>
            makeMessage({
              role: "tool",
              toolId,
              invocationId: id,
              content: JSON.stringify(brought[at]),
            }),
          );
          const messages = [
            makeMessage({ content: text }),
            ...calls.flatMap((call, at) => [
              makeMessage({ role: "assistant", content: "", toolCalls: [call] }),
              ...results.slice(at, at + 1),
            ]),
          ];
          const made = { system: "", tools: everyTool, callsBefore: 0, signal };
          const reply = await model.respond({ ...made, messages, chosen });
          expect(reply.toolCalls).toEqual([]);
          expect(reply.offer).toBeUndefined();
          expect(reply.text).not.toMatch(DENIALS);
          expect(reply.text.trim()).not.toBe("");
        },
      ),
      runs(200, 2_000),
    );
  });

  test("F60: a call that failed takes nothing back from the one before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...everyTool), said, async (tool, word) => {
        const { toolId, name: called } = tool;
        const [first, second] = [1, 2].map((at) => ({
          ...{ id: fixtureId("inv", at), toolId, name: called, input: {} },
        }));
        const error = { code: "TOOL_FAILED", message: "The disk is full." };
        const told = (content: JsonValue, id = "") =>
          makeMessage({ role: "tool", toolId, invocationId: id, content: JSON.stringify(content) });
        const messages = [
          makeMessage({ content: "go" }),
          makeMessage({ role: "assistant", content: "", toolCalls: first ? [first] : [] }),
          told({ content: word }, first?.id),
          makeMessage({ role: "assistant", content: "", toolCalls: second ? [second] : [] }),
          told({ state: "failed", error }, second?.id),
        ];
        const made = { system: "", tools: everyTool, callsBefore: 0, signal };
        const { text } = await model.respond({ ...made, messages, chosen: cardOf(tool, 3) });
        const [done = "", ...rest] = text.split("\n");
        expect(text).toContain(word);
        expect(done).not.toMatch(DENIALS);
        expect(rest.join("\n")).toContain("The disk is full.");
        expect(rest.join("\n")).toContain("Not done: step 3");
      }),
      runs(50, 300),
    );
  });
});

describe("an answer to a question that does not fit is not a value", () => {
  const card = (value: string, label: string): OfferOption => ({
    ...{ value, label, steps: [], missing: [], unplaced: [] },
  });
  const cards = [card("1", "Send mail: to bob"), card("2", "Read mail"), card("3", "Delete mail")];

  test.each(["hmm", "what", "maybe", "no", "send a mail to ana", "12", "1 2", "the fourth", ""])(
    "F22: %s chooses nothing",
    (text) => {
      expect(saidChoice(text, cards)).toBeUndefined();
      expect(saidChoice(text, cards.slice(0, 1))).toBeUndefined();
    },
  );

  test("F22: any text but a card's number, place or label is a message like any other", () => {
    const fits = /^\s*(?:[123]\.?|(?:the )?(?:first|second|third)(?: one)?)\s*$/i;
    fc.assert(
      fc.property(fc.oneof(request, fc.string({ maxLength: 5 })), (text) => {
        const isLabel = cards.some(
          ({ label }) => label.toLowerCase() === text.trim().toLowerCase(),
        );
        fc.pre(!fits.test(text) && !isLabel);
        expect(saidChoice(text, cards)).toBeUndefined();
      }),
      runs(300, 3_000),
    );
  });
});

test("S3: a text of any length is answered soon", async () => {
  const tools = agents.get("assistant") ?? [];
  const parts = ["a", "delete ", '"', "1 hour ", "../", "and ", "{", "a.b@", "(((", "in ", "'a"];
  for (const part of [...parts, " ", ", ", "3 ", "A ", "x.y/", "not "]) {
    const before = cpuMs();
    for (const length of [9_900, 1_000_000]) {
      await respond(part.repeat(length / part.length), tools);
    }
    expect(cpuMs() - before).toBeLessThan(2_000);
  }
});

function cardOf({ toolId }: Tool, steps: number): OfferOption {
  const all = Array.from({ length: steps }, (_, at) => ({
    ...{ id: `s${at + 1}`, toolId, inputs: {}, says: `step ${at + 1}` },
  }));
  return { value: "1", label: "step", steps: all, missing: [], unplaced: [] };
}

function isValid({ inputSchema }: Tool, input: JsonValue): boolean {
  return new Validator(inputSchema as Schema, "2020-12").validate(input).valid;
}

type Reply = Awaited<ReturnType<typeof respond>>;
type FilledField = { readonly name: string; readonly schema: JsonObject };

/** Each value of a reply with the field that it fills. */
function valuesIn(
  { toolCalls, offer = [] }: Reply,
  tools: readonly Tool[] = everyTool,
): (readonly [FilledField, JsonValue])[] {
  const calls = [
    ...toolCalls.map(({ name: id, input }) => ({ id, input })),
    ...offer.flatMap(({ steps }) => steps.map(({ toolId: id, inputs }) => ({ id, input: inputs }))),
  ];
  return calls.flatMap(({ id, input }) => {
    const properties = tools.find(({ toolId }) => toolId === id)?.inputSchema.properties;
    return Object.entries(isJsonObject(input) ? input : {}).flatMap(([field, value]) => {
      if (isJsonObject(value) && typeof value.$from === "string") return [];
      const own = isJsonObject(properties) ? properties[field] : undefined;
      return [[{ name: field, schema: isJsonObject(own) ? own : {} }, value] as const];
    });
  });
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
