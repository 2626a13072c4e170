import { beforeEach, describe, expect, test } from "vitest";
import { createKeyring, type Keyring, newMasterKey } from "../../base/keyring.ts";
import { createRedactor, type Redactor } from "../../base/redaction/redactor.ts";
import type { SealedSecret } from "../../schema/secret.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { openSecrets, type Secrets } from "./secrets.ts";

const X = "***REDACTED***";
const ref = (name: string) => `\${secret:${name}}`;
const failsWith = (code: string, message = "") =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });
const note: Change = { type: "note.put", name: "a", value: "b" };

let rows: Map<string, SealedSecret>;
let commits: [step: string, changes: readonly Change[]][];
let failNext: boolean;
let now: number;
let keyring: Keyring;
let redactor: Redactor;
let secrets: Secrets;

const store: Pick<Store, "journal" | "secrets"> = {
  secrets: { list: async () => [...rows.values()] },
  journal: {
    async flush() {},
    async commit(step, changes) {
      if (failNext) throw new Error("The disk is full.");
      commits.push([step, changes]);
      for (const change of changes) {
        if (change.type === "secret.put") rows.set(change.secret.name, change.secret);
        if (change.type === "secret.remove") rows.delete(change.name);
      }
    },
  },
};

beforeEach(async () => {
  rows = new Map();
  commits = [];
  failNext = false;
  now = Date.UTC(2026, 0, 1);
  keyring = createKeyring(newMasterKey());
  await open();
});

async function open(): Promise<void> {
  redactor = createRedactor();
  secrets = await openSecrets({ store, keyring, redactor, clock: { now: () => now } });
}

describe("a secret that is set", () => {
  test("S52: is kept sealed, with a hint, and read by the next process", async () => {
    const { secret, warning } = await secrets.set(
      "MY_TOKEN",
      "a-very-long-value-42",
      ["mcp:*"],
      [],
    );
    expect(warning).toBeUndefined();
    expect(secret).toEqual({
      name: "MY_TOKEN",
      tools: ["mcp:*"],
      hint: "e-42",
      bindings: {},
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    });
    expect(JSON.stringify([...rows])).not.toContain("a-very-long-value");
    await open();
    expect(secrets.list()).toEqual([secret]);
    expect(secrets.fill(ref("MY_TOKEN"))).toBe("a-very-long-value-42");
    expect(redactor.hideKnown("a-very-long-value-42")).toBe(X);
  });

  test("does not open under the name of another", async () => {
    await secrets.set("A", "a-very-long-value-42", [], []);
    const row = rows.get("A");
    rows = new Map(row && [["B", { ...row, name: "B" }]]);
    await expect(open()).rejects.toEqual(failsWith("SEAL_BROKEN", "secret:B"));
  });

  test("is committed in one step with what belongs to it", async () => {
    await secrets.set("A", "first-value", undefined, [note]);
    await secrets.remove("A", [note]);
    expect(commits.map(([step, changes]) => [step, changes.map(({ type }) => type)])).toEqual([
      ["secret.set", ["secret.put", "note.put"]],
      ["secret.remove", ["secret.remove", "note.put"]],
    ]);
  });

  test("again keeps its tools and its birthday, unless told", async () => {
    await secrets.set("A", "first-value", ["x:*"], []);
    now += 1_000;
    const kept = await secrets.set("A", "second-value", undefined, []);
    expect(kept.secret).toMatchObject({
      tools: ["x:*"],
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:01.000Z",
    });
    expect((await secrets.set("A", "third-value", [], [])).secret.tools).toEqual([]);
    expect(secrets.fill(ref("A"))).toBe("third-value");
  });

  test("A107: stays hidden under its old value, also when it is removed", async () => {
    await secrets.set("A", "first-value", [], []);
    await secrets.set("A", "second-value", [], []);
    await secrets.remove("A", []);
    expect(redactor.hideKnown("first-value, second-value")).toBe(`${X}, ${X}`);
  });

  test("is already hidden in the commit that keeps it", async () => {
    failNext = true;
    await expect(secrets.set("A", "first-value", [], [])).rejects.toThrow("disk");
    expect(redactor.hideKnown("first-value")).toBe(X);
    expect(secrets.list()).toEqual([]);
    expect(() => secrets.fill(ref("A"))).toThrow(failsWith("SECRET_UNKNOWN"));
  });

  test.each([
    ["12345", "shorter than 6"],
    ["password", "common word"],
  ])("A109: %j is kept, with a warning", async (value, says) => {
    const { warning } = await secrets.set("A", value, [], []);
    expect(warning).toContain(says);
    expect(secrets.fill(ref("A"))).toBe(value);
  });

  test.each([
    ["fifteen-chars-1", null],
    ["sixteen-chars-12", "s-12"],
  ])("%j has the hint %j", async (value, hint) => {
    expect((await secrets.set("A", value, [], [])).secret.hint).toBe(hint);
  });

  test.each([
    ["a", "long enough", "name"],
    ["1A", "long enough", "name"],
    ["A-B", "long enough", "name"],
    ["", "long enough", "name"],
    ["A".repeat(65), "long enough", "name"],
    ["A", "", "empty"],
    ["A", "with\0nul", "NUL"],
    ["A", "half \ud83d pair", "surrogate"],
    ["A", "ä".repeat(32_769), "65536 bytes"],
  ])("%j cannot be %j", async (name, value, says) => {
    await expect(secrets.set(name, value, [], [])).rejects.toEqual(
      failsWith("SECRET_INVALID", says),
    );
    expect(commits).toEqual([]);
  });

  test("may have 64 kB", async () => {
    const value = "0123456789abcdef".repeat(4_096);
    await secrets.set("A", value, [], []);
    expect(secrets.fill(ref("A"))).toBe(value);
  });
});

test("S52: the list goes by name and shows no value", async () => {
  await secrets.set("B", "second-long-value-2", [], []);
  await secrets.set("A", "first-long-value-11", [], []);
  expect(secrets.list().map(({ name }) => name)).toEqual(["A", "B"]);
  expect(JSON.stringify(secrets.list())).not.toMatch(/sealed|long-value/);
});

test("a secret that is not there cannot be removed", async () => {
  await expect(secrets.remove("A", [])).rejects.toEqual(failsWith("SECRET_NOT_FOUND", '"A"'));
  expect(commits).toEqual([]);
});

const entryOf = (toolId: string) => ({
  tool: makeTool({ toolId }),
  execution: { type: "test" },
});

describe("a reference", () => {
  beforeEach(async () => {
    await secrets.set("A", "first-value", ["mcp:github:*", "http:*"], []);
    await secrets.set("B", `see ${ref("A")}`, ["mcp:*"], []);
  });

  test("in a setting is filled, whatever the tools", () => {
    expect(secrets.fill(`Bearer ${ref("A")}`)).toBe("Bearer first-value");
  });

  test("to nothing is refused by name", () => {
    expect(() => secrets.fill(ref("NONE"))).toThrow(failsWith("SECRET_UNKNOWN", '"NONE"'));
    expect(() => secrets.fillInputs(entryOf("mcp:github:x"), { a: ref("NONE") })).toThrow(
      failsWith("SECRET_UNKNOWN", "capstan secrets set NONE"),
    );
  });

  test("is never followed inside a value", () => {
    expect(secrets.fill(ref("B"))).toBe(`see ${ref("A")}`);
    expect(secrets.fillInputs(entryOf("mcp:github:x"), { b: ref("B") })).toEqual({
      b: `see ${ref("A")}`,
    });
  });

  test("in an input is filled for a tool that it is meant for", () => {
    expect(secrets.fillInputs(entryOf("mcp:github:create"), { headers: [ref("A")] })).toEqual({
      headers: ["first-value"],
    });
  });

  test("in an input of another tool is refused, and the way out is said", () => {
    expect(() => secrets.fillInputs(entryOf("mcp:gitlab:create"), { a: ref("A") })).toThrow(
      failsWith(
        "SECRET_NOT_ALLOWED",
        'The secret "A" is not meant for "mcp:gitlab:create". Allow it: capstan secrets set A --tool "mcp:github:*,http:*,mcp:gitlab:create"',
      ),
    );
  });

  test("nowhere, and the inputs come back as they are", () => {
    const inputs = { path: "/a", list: [1, { b: "c" }] };
    expect(secrets.fillInputs(entryOf("mcp:github:create"), inputs)).toBe(inputs);
  });
});
