import { describe, expect, test } from "vitest";
import * as z from "zod";
import { API } from "../app/features.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import type { Gate } from "../gate/gate.ts";
import { openPeople } from "../gate/people/people.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { makeApproval, makeMessage, makeOutcome, makeSession } from "../testing/fixtures.ts";
import { makeTool } from "../testing/make-tool.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import {
  ApprovalView,
  listOf,
  MessageView,
  OutcomeView,
  SessionView,
  ToolView,
  viewApproval,
  viewSession,
} from "./views.ts";
import { toWire, wireFormOf } from "./wire.ts";

const people = await openPeople({ store: openSqliteStore(":memory:"), clock: createManualClock() });

const Thing = z.object({
  plainId: z.string(),
  deepPart: z.object({ innerValue: z.number() }).optional(),
  manyParts: z
    .array(z.object({ partName: z.string() }))
    .readonly()
    .optional(),
  maybeNull: z.object({ innerValue: z.number() }).nullable().optional(),
  anyJson: z.json().optional(),
  byName: z.record(z.string(), z.json()).optional(),
});

describe("toWire", () => {
  test.each<{ title: string; value: z.infer<typeof Thing>; wire: object }>([
    { title: "renames a key", value: { plainId: "camelCase" }, wire: { plain_id: "camelCase" } },
    {
      title: "renames inside objects",
      value: { plainId: "1", deepPart: { innerValue: 2 } },
      wire: { plain_id: "1", deep_part: { inner_value: 2 } },
    },
    {
      title: "renames inside lists",
      value: { plainId: "1", manyParts: [{ partName: "a" }, { partName: "b" }] },
      wire: { plain_id: "1", many_parts: [{ part_name: "a" }, { part_name: "b" }] },
    },
    {
      title: "keeps null",
      value: { plainId: "1", maybeNull: null },
      wire: { plain_id: "1", maybe_null: null },
    },
    {
      title: "renames behind null",
      value: { plainId: "1", maybeNull: { innerValue: 3 } },
      wire: { plain_id: "1", maybe_null: { inner_value: 3 } },
    },
    {
      title: "leaves JSON as it is",
      value: { plainId: "1", anyJson: { camelCase: [{ deepKey: 1 }] } },
      wire: { plain_id: "1", any_json: { camelCase: [{ deepKey: 1 }] } },
    },
    {
      title: "leaves the keys of records as they are",
      value: { plainId: "1", byName: { camelCase: { deepKey: 1 }, snake_case: 2 } },
      wire: { plain_id: "1", by_name: { camelCase: { deepKey: 1 }, snake_case: 2 } },
    },
  ])("$title", ({ value, wire }) => {
    expect(toWire(Thing, value)).toStrictEqual(wire);
  });

  test("leaves out what is undefined and what the schema does not name", () => {
    const value = { plainId: "1", deepPart: undefined, secretPart: "not for outsiders" };
    expect(toWire(Thing, value)).toStrictEqual({ plain_id: "1" });
  });

  test("renames the items of a list", () => {
    const list = { items: [{ plainId: "1" }, { plainId: "2" }], total: 2 };
    expect(toWire(listOf(Thing), list)).toStrictEqual({
      items: [{ plain_id: "1" }, { plain_id: "2" }],
      total: 2,
    });
  });
});

const Inner = z.object({ innerValue: z.number() });

describe("F30: a wire form", () => {
  test.each<{ title: string; schema: z.ZodType; value: unknown; wire: unknown }>([
    {
      title: "renames the option of a union that fits",
      schema: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), aPart: Inner }),
        z.object({ kind: z.literal("b"), bPart: Inner }),
      ]),
      value: { kind: "b", bPart: { innerValue: 1 } },
      wire: { kind: "b", b_part: { inner_value: 1 } },
    },
    {
      title: "renames the values of a record, whose keys are data",
      schema: z.record(z.string(), Inner),
      value: { camelCase: { innerValue: 1 } },
      wire: { camelCase: { inner_value: 1 } },
    },
    {
      title: "renames each item of a tuple",
      schema: z.tuple([z.string(), Inner], Inner),
      value: ["innerValue", { innerValue: 1 }, { innerValue: 2 }],
      wire: ["innerValue", { inner_value: 1 }, { inner_value: 2 }],
    },
    {
      title: "renames both sides of an intersection",
      schema: z.intersection(z.object({ leftPart: z.string() }), z.object({ rightPart: Inner })),
      value: { leftPart: "a", rightPart: { innerValue: 1 } },
      wire: { left_part: "a", right_part: { inner_value: 1 } },
    },
  ])("$title", ({ schema, value, wire }) => {
    expect(toWire(schema, value)).toStrictEqual(wire);
  });

  test("of a value that fits no option of a union does not exist", () => {
    const schema = z.union([Inner, z.object({ other: z.string() })]);
    expect(() => toWire<unknown>(schema, { innerValue: "1" })).toThrow("fits no option");
  });

  test.each([
    ["pipe", z.string().transform(Number).pipe(z.number())],
    ["map", z.map(z.string(), Inner)],
    ["any", z.any()],
  ])("of a %s does not exist, also deep in another schema", (type, part) => {
    expect(() => wireFormOf(z.array(z.object({ part })))).toThrow(`type "${type}" has no wire`);
  });

  test("of a schema with names of its own that holds itself does not exist", () => {
    type Tree = { innerParts: Tree[] };
    const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ innerParts: z.array(Tree) }));
    expect(() => wireFormOf(Tree)).toThrow("lazy schema");
  });

  test("of every answer and every noun exists", () => {
    const answers = [...API.routes, ...API.openEndpoints].flatMap(({ answer, answerItem }) =>
      [answer, answerItem].filter((schema) => schema !== undefined),
    );
    for (const schema of [...answers, ...Object.values(API.nouns)]) wireFormOf(schema);
    expect(answers.length).toBeGreaterThan(100);
  });
});

describe("what tools take and give passes through untouched", () => {
  const hostile = { camelCase: { innerKey: 1 }, toolId: "x", __keep: [{ aB: null }] };

  test("in an outcome", () => {
    const wire = toWire(OutcomeView, makeOutcome({ outputs: hostile, resumeToken: "r" }));
    expect(wire).toMatchObject({ outputs: hostile, resume_token: "r", duration_ms: 1 });
  });

  test("in an approval, which does not tell what it is bound to", () => {
    const wire = toWire(ApprovalView, viewApproval({ people }, makeApproval({ inputs: hostile })));
    expect(wire).toMatchObject({ inputs: hostile, risk_level: "HIGH", answered_by: null });
    expect(wire).not.toHaveProperty("binding");
  });

  test("in a message's calls", () => {
    const call = { id: "inv_1", toolId: "t", name: "add", input: hostile };
    expect(toWire(MessageView, makeMessage({ toolCalls: [call] }))).toMatchObject({
      tool_calls: [{ id: "inv_1", tool_id: "t", name: "add", input: hostile }],
    });
  });

  test("in a tool's schemas", () => {
    const inputSchema = { type: "object", properties: { camelCase: { minLength: 1 } } };
    expect(toWire(ToolView, makeTool({ inputSchema }))).toMatchObject({
      input_schema: inputSchema,
      behaviour: { read_only: false, timeout_ms: 1_000 },
    });
  });
});

const keyring = createKeyring(newMasterKey());

test("a session on the wire has what the interface says, and nothing else", () => {
  const session = makeSession({
    inputRequest: { kind: "approval", reason: "Why.", approvalIds: ["appr_1"] },
  });
  const wire = toWire(
    SessionView,
    viewSession({ gate: { keyring, people } as Gate, registries: [] }, session),
  );
  expect(wire).toStrictEqual({
    id: session.id,
    agent_id: session.agentId,
    title: "A session",
    state: "pending",
    turn: 0,
    version: 1,
    mode: "execution",
    profile: "risk",
    resume_token: expect.stringMatching(new RegExp(`^${session.id}:1:0:[\\w-]{43}$`)),
    input_request: { kind: "approval", reason: "Why.", approval_ids: ["appr_1"] },
    error: null,
    packs: [],
    spec: null,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  });
});
