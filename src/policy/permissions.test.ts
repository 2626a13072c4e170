import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../test/runs.ts";
import { makeTool } from "../testing/make-tool.ts";
import { openCedar } from "./cedar/cedar.ts";
import { compileLists } from "./lists/compile-lists.ts";
import { readLists } from "./lists/permission-lists.ts";
import { Permissions } from "./permissions.ts";
import { readRules } from "./rules/read-rules.ts";
import { validateRules } from "./rules/validate-rules.ts";
import { openPolicy, requestFor } from "./testing/open-policy.ts";

const write = makeTool({
  sourceType: "mcp",
  sourceId: "fs",
  name: "write_file",
  riskLevel: "HIGH",
});

const decide = (permissions: Partial<Permissions>, inputs = {}, tool = write) =>
  openPolicy({ permissions: Permissions.parse(permissions) }).decide(requestFor(tool, { inputs }));

describe("Permissions", () => {
  test("without lists all lists are empty", () => {
    expect(Permissions.parse({})).toEqual({ allow: [], ask: [], deny: [] });
  });

  test.each([
    { entry: "", says: 'has the entry "": it names no tool' },
    { entry: "(a=b)", says: 'has the entry "(a=b)": it names no tool' },
    { entry: "a(b=c", says: 'has the entry "a(b=c": it has a "(" but does not end with ")"' },
    { entry: "a)", says: 'has the entry "a)": it has a ")" without a "("' },
    { entry: "a(b)", says: 'has the entry "a(b)": "b" is not of the form name=pattern' },
    { entry: "a()", says: 'has the entry "a()": "" is not of the form name=pattern' },
    { entry: "a(=b)", says: 'has the entry "a(=b)": an argument has no name' },
    { entry: "a(b=c, b=d)", says: 'has the entry "a(b=c, b=d)": it names an argument twice' },
    {
      entry: "a(b=f(x))",
      says: 'has the entry "a(b=f(x))": for a value with parentheses or commas write {"tool": …, "args": {…}}',
    },
    { entry: "\ud800", says: 'has the entry "\\ud800": it is not Unicode' },
    {
      entry: { tool: "a", args: { "x.__entity": "*" } },
      says: 'has the entry "{\\"tool\\":\\"a\\",\\"args\\":{\\"x.__entity\\":\\"*\\"}}": an argument called "x.__entity" is never told to policies',
    },
    { entry: 7, says: 'is no entry: write "source:name" of a tool, or {"tool": …, "args": {…}}' },
  ])("the wrong entry $entry is named", ({ entry, says }) => {
    const result = Permissions.safeParse({ deny: ["ok", entry] });
    expect(result.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ["deny", 1], message: says },
    ]);
  });

  test("an unknown list is refused", () => {
    expect(Permissions.safeParse({ denied: [] }).success).toBe(false);
  });
});

describe("what a list does", () => {
  test.each([
    { list: "allow", effect: "allow", does: "allows" },
    { list: "ask", effect: "ask", does: "asks for" },
    { list: "deny", effect: "deny", does: "forbids" },
  ])("X6: $list: $effect", ({ list, effect, does }) => {
    expect(decide({ [list]: ["mcp:*:write_*"] })).toEqual({
      effect,
      rule: `permissions.${list}`,
      reason: `The list permissions.${list} in settings.json ${does} this call.`,
    });
  });

  test("X6: ask never loosens", () => {
    expect(decide({ ask: ["*"] }, {}, makeTool()).effect).toBe("ask");
    expect(decide({ ask: ["*"] }, {}, makeTool({ riskLevel: "CRITICAL" })).effect).toBe(
      "ask_admin",
    );
    expect(decide({ ask: ["*"], deny: ["*"] }).effect).toBe("deny");
  });

  test("X6: deny wins over ask, and ask over allow", () => {
    expect(decide({ allow: ["*"], ask: ["mcp:*"], deny: ["mcp:fs:*"] }).effect).toBe("deny");
    expect(decide({ allow: ["*"], ask: ["mcp:*"] }).effect).toBe("ask");
  });

  test("X6: arguments narrow an entry", () => {
    const deny = ["mcp:fs:write_file(path=/etc/*, mode=w*)"];
    const effectOf = (inputs: object) => decide({ allow: ["*"], deny }, inputs).effect;
    expect(effectOf({ path: "/etc/passwd", mode: "w+" })).toBe("deny");
    expect(effectOf({ path: "/etc/passwd", mode: "r" })).toBe("allow");
    expect(effectOf({ path: "/etc/passwd" })).toBe("allow");
    expect(effectOf({ path: "/tmp", mode: "w" })).toBe("allow");
  });

  test("X6: numbers and booleans match as text, nested arguments by their dotted names", () => {
    const deny = [{ tool: "mcp:fs:*", args: { "limits.size": "10*", deep: "true" } }];
    const effectOf = (size: number) =>
      decide({ allow: ["*"], deny }, { limits: { size }, deep: true }).effect;
    expect([100, 99, 10.5].map(effectOf)).toEqual(["deny", "allow", "deny"]);
  });

  test("A100: an entry for one tool says nothing of another, nor a part of an id of the whole", () => {
    const others = [
      "mcp:fs:write_file2",
      "mcp:fs:write",
      "mcp:fs",
      "xmcp:fs:write_file",
      "MCP:fs:write_file",
    ];
    for (const toolId of others) {
      expect(decide({ allow: ["mcp:fs:write_file"] }, {}, { ...write, toolId }).effect).toBe("ask");
    }
  });
});

const SPECIALS = [
  '"',
  "\\",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ";",
  "//",
  "\n",
  "\0",
  "\u2028",
  "é",
  "😀",
  "'",
];
const text = fc.string({
  unit: fc.constantFrom(...SPECIALS, "a", "b", ":", "u{41}"),
  maxLength: 8,
});
const pattern = fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("*"));
const entry = fc.oneof(
  fc.record({
    tool: pattern.filter((tool) => tool !== ""),
    args: fc.dictionary(fc.constantFrom("p", "q.r", '"', "\\", "é"), pattern, { maxKeys: 2 }),
  }),
  fc.constantFrom("*", "a", 'a");permit(principal,action,resource', "a\\"),
);
const lists = fc
  .record({
    allow: fc.array(entry, { maxLength: 4 }),
    ask: fc.array(entry, { maxLength: 4 }),
    deny: fc.array(entry, { maxLength: 4 }),
  })
  .filter((permissions) => Permissions.safeParse(permissions).success);

describe("compiled", () => {
  const cedar = openCedar();

  test("no entry says anything but what it matches", () => {
    fc.assert(
      fc.property(lists, (permissions) => {
        const { rules, problems } = readRules(cedar, compileLists(readLists(permissions).lists));
        expect(problems).toEqual([]);
        expect(validateRules(cedar, rules)).toEqual([]);
        const used = (["allow", "ask", "deny"] as const).filter(
          (name) => permissions[name].length > 0,
        );
        expect(rules.map(({ id, effect }) => [id, effect])).toEqual(
          used.map((name) => [`permissions.${name}`, name === "allow" ? "permit" : "forbid"]),
        );
        for (const { references, canFail } of rules) {
          expect([...references.tool]).toEqual(["id"]);
          expect(references).toMatchObject({ principal: false, args: new Set() });
          expect(canFail).toBe(false);
        }
      }),
    );
  });

  test("X6: an entry matches what a naive reading of it matches", () => {
    const filled = (glob: string, filler: string) => glob.replaceAll("*", filler);
    const matches = (glob: string, value: string) =>
      new RegExp(`^${glob.split("*").map(escaped).join("[^]*")}$`, "u").test(value);
    fc.assert(
      fc.property(lists, fc.nat(), fc.boolean(), text, (permissions, nth, fits, filler) => {
        const all = [...permissions.deny, ...permissions.ask, ...permissions.allow];
        const chosen = all[nth % Math.max(1, all.length)] ?? "a";
        const { tool, args = {} } = typeof chosen === "string" ? { tool: chosen } : chosen;
        const toolId = filled(tool, filler) || "a";
        const inputs = Object.fromEntries(
          Object.entries(args).map(([name, glob]) => [name, fits ? filled(glob, filler) : filler]),
        );
        const matched = (list: typeof permissions.allow) =>
          list.some((one) => {
            const { tool, args = {} } = typeof one === "string" ? { tool: one } : one;
            return (
              matches(tool, toolId) &&
              Object.entries(args).every(
                ([name, glob]) => Object.hasOwn(inputs, name) && matches(glob, inputs[name] ?? ""),
              )
            );
          });
        const expected = matched(permissions.deny)
          ? "deny"
          : matched(permissions.ask) || !matched(permissions.allow)
            ? "ask"
            : "allow";
        expect(decide(permissions, inputs, { ...write, toolId }).effect).toBe(expected);
      }),
      runs(12, 60),
    );
  });

  test("a thousand entries are three policies, and not too deep to evaluate", () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `mcp:s${n}:t`);
    const many = Permissions.parse({
      allow: [...ids, ...ids.map((id) => `${id}*`)],
      ask: ids,
      deny: ids.map((_, n) => `mcp:fs:write_file(path=/d${n}/*)`),
    });
    expect(readRules(cedar, compileLists(readLists(many).lists)).rules).toHaveLength(3);
    expect(decide(many, { path: "/d999/x" }).effect).toBe("deny");
    expect(decide(many, { path: "/x" }).effect).toBe("ask");
  });
});

function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
