import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEntry, writeEntry } from "../../../web/src/agents/entry.ts";
import { parseFrames } from "../../../web/src/api/parse-frames.ts";
import { groupApprovals } from "../../../web/src/approvals/group-approvals.ts";
import { foldText } from "../../../web/src/base/fold-text.ts";
import { showHidden, splitHidden } from "../../../web/src/base/hidden-characters.ts";
import { parseCsv } from "../../../web/src/base/parse-csv.ts";
import { tellCost } from "../../../web/src/base/tell-amount.ts";
import { freePath } from "../../../web/src/chat/free-path.ts";
import { fieldsOf, readFields, requestedFields } from "../../../web/src/form/field.ts";
import { contractLines, effectsWords } from "../../../web/src/skills/contract-words.ts";
import { askedFields, inputFields } from "../../../web/src/skills/skill-fields.ts";
import { otherEvents, turnsOf } from "../../../web/src/skills/turns-of.ts";
import { codePoint } from "../../code-point.ts";

describe("A93, A94: what cannot be seen is made visible", () => {
  test("every hidden character becomes its escape, and nothing else changes", () => {
    expect(showHidden("a\u202eb\u200bc\u001b[0m\u{e0041}\n\td")).toBe(
      "a\\u{202e}b\\u{200b}c\\u{1b}[0m\\u{e0041}\n\td",
    );
    expect(showHidden("ä 漢字 עברית 👍🏽")).toBe("ä 漢字 עברית 👍🏽");
  });

  test("a family is not taken apart, and a joiner elsewhere is shown", () => {
    expect(showHidden("👨‍👩‍👧")).toBe("👨‍👩‍👧");
    expect(showHidden("pay\u200dpal")).toBe("pay\\u{200d}pal");
  });

  test("no text keeps a character that changes how the rest is read", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const shown = showHidden(text);
        expect(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u.test(shown)).toBe(false);
        expect(
          splitHidden(text)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(shown);
      }),
    );
  });
});

describe("A95: long text shows its head and its tail", () => {
  test("head, what is hidden and tail make up the whole", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\n", "👍", "b"), maxLength: 400 }),
        fc.integer({ min: 4, max: 20 }),
        fc.integer({ min: 10, max: 80 }),
        (text, lines, characters) => {
          const { head, tail, hiddenCharacters } = foldText(text, { lines, characters });
          expect(text.startsWith(head)).toBe(true);
          expect(text.endsWith(tail)).toBe(true);
          expect(head.length + tail.length + hiddenCharacters).toBe(text.length);
          expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
          if (hiddenCharacters > 0) {
            expect(head.length + tail.length).toBeLessThanOrEqual(characters + 1);
          }
        },
      ),
    );
  });

  test("the end of 5,000 lines is in sight", () => {
    const { tail, hiddenLines } = foldText(`${"x\n".repeat(5_000)}rm -rf /`, {
      lines: 16,
      characters: 1_600,
    });
    expect(tail).toContain("rm -rf /");
    expect(hiddenLines).toBeGreaterThan(4_900);
  });
});

test("server-sent events are the same wherever the text was cut", async () => {
  const text =
    ': hello\n\nid: 1\nevent: a\ndata: {"x":1}\n\ndata: {"y":\ndata: 2}\n\n: heartbeat\n\n';
  const whole = [
    { id: "1", data: { x: 1 } },
    { id: null, data: { y: 2 } },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length];
      async function* pieces() {
        for (const [at, place] of places.entries()) yield text.slice(places[at - 1] ?? 0, place);
      }
      const frames = [];
      for await (const frame of parseFrames(pieces())) frames.push(frame);
      expect(frames).toEqual(whole);
    }),
  );
});

test("a CSV text is read with its quotes", () => {
  expect(parseCsv('a,b\n1,"x, ""y"""\n2,z\n')).toEqual([
    { a: "1", b: 'x, "y"' },
    { a: "2", b: "z" },
  ]);
});

describe("S10: forms out of schemas", () => {
  const fields = fieldsOf({
    type: "object",
    properties: {
      name: { type: "string" },
      count: { type: "integer" },
      loud: { type: "boolean" },
      tags: { type: "array" },
      tone: { type: "string", enum: ["low", "high"] },
    },
    required: ["name", "count"],
  });

  test("texts become what the schema asks for", () => {
    const texts = new Map([
      ["name", "x"],
      ["count", "3"],
      ["loud", "true"],
      ["tags", '["a"]'],
    ]);
    expect(readFields(fields, texts)).toEqual({
      value: { name: "x", count: 3, loud: true, tags: ["a"] },
    });
  });

  test.each([
    ["count", "many", "count must be a whole number."],
    ["count", "", "count is missing."],
    ["tags", "[", 'tags must be JSON, such as ["a", "b"].'],
  ])("%s = %j is refused", (name, text, message) => {
    const texts = new Map([
      ["name", "x"],
      ["count", "1"],
      [name, text],
    ]);
    expect(readFields(fields, texts)).toEqual({ wrong: name, message });
  });

  test("choices are shown by their titles and values, however they are written", () => {
    const oneOf = [
      { const: "r", title: "Red" },
      { const: "b", title: "b" },
    ];
    const properties = {
      titled: { type: "string", oneOf },
      named: { type: "string", enum: ["r", "b"], enumNames: ["Red", "b"] },
      several: { type: "array", items: { anyOf: oneOf } },
      shapes: { oneOf: [{ type: "string" }, { type: "number" }] },
    };
    const options = [
      { value: "r", label: "Red (r)" },
      { value: "b", label: "b" },
    ];
    expect(fieldsOf({ type: "object", properties })).toMatchObject([
      { kind: "choice", options },
      { kind: "choice", options },
      { kind: "json", options },
      { options: [] },
    ]);
    const asked = { type: "string", choices: ["r", "b"], choice_titles: ["Red", "b"] };
    expect(
      requestedFields([
        { name: "one", ...asked },
        { name: "many", ...asked, type: "array" },
      ]),
    ).toMatchObject([
      { kind: "choice", options },
      { kind: "json", options },
    ]);
  });

  test("a field may be called anything", () => {
    const [field] = requestedFields(["__proto__"]);
    const read = readFields(field ? [field] : [], new Map([["__proto__", "x"]]));
    expect(JSON.stringify(read)).toBe('{"value":{"__proto__":"x"}}');
  });
});

test("A103: only mild questions of the same input are answered together", () => {
  const approval = (id: string, risk: "LOW" | "HIGH", input: string) => ({
    id,
    state: "pending" as const,
    level: "user" as const,
    session_id: null,
    invocation_id: `inv_${id}`,
    tool_id: "t",
    risk_level: risk,
    side_effect_tags: [],
    inputs: { input },
    reason: "",
    expires_at: "",
    created_at: "",
    answered_by: null,
    answered_at: null,
  });
  const groups = groupApprovals([
    approval("1", "LOW", "a"),
    approval("2", "LOW", "a"),
    approval("3", "LOW", "b"),
    approval("4", "HIGH", "a"),
    approval("5", "HIGH", "a"),
  ]);
  expect(groups.map((group) => group.approvals.map(({ id }) => id))).toEqual([
    ["1", "2"],
    ["3"],
    ["4"],
    ["5"],
  ]);
});

test("an agent's entry is written as it was read", () => {
  const aliases = { add: "plus" };
  for (const entry of ["a", "a@^1.0.0", { id: "a", config: { x: 1 } }, { id: "a@1", aliases }]) {
    expect(writeEntry(readEntry(entry))).toEqual(entry);
  }
});

describe("P33: where an upload lies", () => {
  test("keeps its name where it can, and its ending always", () => {
    expect(freePath("a b.txt", new Set())).toBe("/uploads/a_b.txt");
    expect(freePath("../../etc/passwd", new Set())).toBe("/uploads/.._.._etc_passwd");
    const taken = new Set(["/uploads/a.tar.gz", "/uploads/a.tar-2.gz", "/uploads/.env"]);
    expect(freePath("a.tar.gz", taken)).toBe("/uploads/a.tar-3.gz");
    expect(freePath(".env", taken)).toBe("/uploads/.env-2");
  });

  test("any number of files, of any names, lie in as many places", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", ".", "/", "-", "2") })),
        (names) => {
          const taken = new Set<string>();
          for (const name of names) taken.add(freePath(name, taken));
          expect(taken.size).toBe(names.length);
          for (const path of taken) expect(path).toMatch(/^\/uploads\/[^/]*$/);
        },
      ),
    );
  });
});

test.each([
  [0, "0.00"],
  [0.00001234, "0.000012"],
  [0.5, "0.5"],
  [1, "1.00"],
  [1234.567, "1,234.57"],
])("what %d costs is told as %s", (cost, told) => {
  expect(tellCost(cost)).toBe(told);
});

describe("S60, S61: what a skill is held to, in words", () => {
  const contract: Parameters<typeof contractLines>[0] = {
    allowed_intermediate_states: ["input_required", "delegating", "paused"],
    max_turns: 1,
    supports_resume: true,
    state_persistence: "facts_only",
    input_request_schema: [],
    request_schema: null,
    answer_schema: null,
    execution_mode: "hybrid",
    autonomy_level: "READ",
    side_effects: ["fs", "teleport"],
    writes: "artifacts",
    timeout_seconds: 60,
    retry: { policy: "none", max_retries: 2 },
    idempotency: { required: true, key_spec: null },
    max_fix_iterations: 1,
    required_artifacts: [{ name: "a.json", type: "json", description: "" }],
    failure_modes: [],
    depends_on: ["infer"],
    fs_scope: null,
  };
  const said = (changed: Partial<typeof contract> = {}) =>
    Object.fromEntries(
      contractLines({ ...contract, ...changed }).map(({ name, words }) => [name, words]),
    );

  test("states, turns, time, memory, effects and needs are told", () => {
    expect(said()).toMatchObject({
      "Before it ends it may": "Ask you for more, hand over to another skill or pause",
      Turns: "At most 1 turn; then a person has to look at it",
      Time: "60 seconds for a turn",
      "Remembered between turns": "What it was given and its facts",
      Effects: "fs, teleport; writes only the files that it leaves in outputs/",
      "Needs the skills": "infer",
      "When it fails": "Tried again at most 2 times",
      "Asked again": "A run that has ended answers what it ended with",
    });
    expect(Object.keys(said())).not.toContain("May fail as");
  });

  test("one that does little says so", () => {
    const plain = said({ allowed_intermediate_states: [], side_effects: ["none"], writes: "none" });
    expect(plain["Before it ends it may"]).toBe("Nothing: it answers at once");
    expect(plain.Effects).toBe("None; writes no files");
    expect(effectsWords({ side_effects: [] })).toBe("No side effects");
  });
});

describe("S10: what a run is given and asked for", () => {
  const schema = {
    type: "object",
    required: ["tone", "text"],
    properties: {
      correlation_id: { type: "string" },
      tone: { type: "string", enum: ["low", "high"], description: "How loud" },
      parts: { type: "array" },
      text: { type: "string" },
    },
  };

  test("nothing has to be given to a skill that asks, and the runtime names the run", () => {
    const all = inputFields(schema, true);
    expect(all.map(({ name, required }) => [name, required])).toEqual([
      ["tone", false],
      ["parts", false],
      ["text", false],
    ]);
    expect(inputFields(schema, false).map(({ required }) => required)).toEqual([true, false, true]);
  });

  test("the inputs say which kind of value, the request what it is for", () => {
    const fields = askedFields(
      [
        { name: "tone", type: "string", description: "", required: true },
        { name: "parts", type: "string", description: "Which ones", required: false },
        { name: "__proto__", type: "integer", description: "Odd", required: true },
        "text",
      ],
      schema,
    );
    expect(fields).toMatchObject([
      {
        name: "tone",
        kind: "choice",
        options: [{ value: "low" }, { value: "high" }],
        description: "How loud",
      },
      { name: "parts", kind: "json", description: "Which ones", required: false },
      { name: "__proto__", kind: "integer", description: "Odd", required: true },
      { name: "text", kind: "long", required: true },
    ]);
  });
});

describe("S38: the turns of a run", () => {
  const event = (id: string, type: string, turn: number, payload = {}) => ({
    id,
    type,
    turn,
    payload,
    ts: `2026-01-01T00:00:0${id}.000Z`,
    agent_id: null,
    message_id: null,
  });

  test("each has its start and its end; one that was trimmed or is under way has one of them", () => {
    const events = [
      event("1", "turn.ended", 1, { state: "input_required", reason: "More." }),
      event("2", "turn.started", 2, { inputs: { a: 1 } }),
      event("3", "noted", 2),
      event("4", "turn.ended", 2, { state: "failed", message: "Broken.", reason: "no" }),
      event("5", "turn.started", 1, { inputs: {} }),
    ];
    expect(turnsOf(events)).toMatchObject([
      { id: "5", turn: 1, state: null, inputs: {} },
      { id: "2", turn: 2, state: "failed", reason: "Broken.", inputs: { a: 1 } },
      { id: "1", turn: 1, state: "input_required", inputs: undefined, reason: "More." },
    ]);
    const handed = (id: string, turn: number) =>
      event(id, "turn.ended", turn, { state: "delegating" });
    const told = turnsOf([handed("1", 1), handed("2", 1), handed("3", 2)]);
    expect(told.map(({ isPassedOn }) => isPassedOn)).toEqual([false, true, false]);
    expect(otherEvents(events).map(({ id }) => id)).toEqual(["3"]);
  });
});
