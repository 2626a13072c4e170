import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/code-point.ts";
import type { Tool } from "../../schema/tool.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { nameTools, toolsByName } from "./tool-names.ts";

const of = (sourceId: string, name: string, more: Partial<Tool> = {}) =>
  makeTool({ sourceId, name, ...more });
const [aRead, bRead, cRead, dWrite] = [
  of("a", "read"),
  of("b", "read"),
  of("c", "read"),
  of("d", "write"),
];

const namesOf = (...given: Parameters<typeof nameTools>) => Object.fromEntries(nameTools(...given));

describe("names within a session", () => {
  test("X4: a newcomer that collides is the one that is namespaced", () => {
    expect(namesOf([aRead, dWrite], [bRead])).toEqual({
      "builtin:a:read": "read",
      "builtin:d:write": "write",
      "builtin:b:read": "b__read",
    });
  });

  test("X4: do not depend on who came when", () => {
    const tools = [bRead, cRead, dWrite];
    const expected = namesOf([aRead], tools);
    expect(namesOf([aRead], tools.toReversed())).toEqual(expected);
    expect(new Set(Object.values(expected)).size).toBe(4);
  });
});

test("X4: a tool that is given twice does not collide with itself", () => {
  expect(namesOf([aRead, { ...aRead }], [aRead])).toEqual({ "builtin:a:read": "read" });
});

describe("an alias", () => {
  test("E68: wins, and frees the name it stands for", () => {
    const aliases = new Map([[aRead.toolId, "look"]]);
    expect(namesOf([aRead, bRead], [], aliases)).toEqual({
      "builtin:a:read": "look",
      "builtin:b:read": "read",
    });
  });

  test("E68, X4: of a tool that is not sent yet wins over those that are", () => {
    const aliases = new Map([[bRead.toolId, "write"]]);
    expect(namesOf([dWrite], [bRead], aliases)).toEqual({
      "builtin:d:write": "d__write",
      "builtin:b:read": "write",
    });
  });

  test("X4: may take every other spelling of a tool, which still gets one", () => {
    const plain = nameTools([aRead, bRead]);
    const byId = nameTools(
      [aRead],
      [],
      new Map([
        ["1", "read"],
        ["2", "a__read"],
      ]),
    );
    const taken = ["read", plain.get(aRead.toolId), byId.get(aRead.toolId)];
    const names = nameTools([aRead], [], new Map(taken.map((name = "", n) => [`${n}`, name])));
    expect(taken).not.toContain(names.get(aRead.toolId));
    expect(names.get(aRead.toolId)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 80, unit: codePoint }),
  fc.constantFrom("read", "b__read", "a__b__read", "search_tools", "__proto__", "a:b", "read#3"),
);
const wireName = fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/);
const tool = fc.tuple(fc.constantFrom("a", "b", "a__b"), name).map(([id, it]) => of(id, it));
const tools = fc.uniqueArray(tool, { maxLength: 12, selector: ({ toolId }) => toolId });

test("X3, X4: are valid, unique and lead back, for any names, aliases and order", () => {
  fc.assert(
    fc.property(
      tools,
      fc.nat(12),
      fc.uniqueArray(wireName, { maxLength: 4 }),
      (all, cut, given) => {
        // Aliases that hurt: what others would be called.
        const wanted = [...new Set([...given, ...nameTools(all).values()])].toReversed();
        const aliases = new Map(
          all.slice(0, given.length).map((it, n) => [it.toolId, wanted[n] ?? ""]),
        );
        const [firm, later] = [all.slice(cut), all.slice(0, cut)];
        const names = nameTools(firm, later, aliases);
        expect(nameTools(firm.toReversed(), later.toReversed(), aliases)).toEqual(names);
        for (const [toolId, alias] of aliases) expect(names.get(toolId)).toBe(alias);

        const named = all.map((it) => ({ ...it, wireName: names.get(it.toolId) ?? "" }));
        const byName = toolsByName(named);
        expect(new Set(names.values()).size).toBe(all.length);
        for (const it of named) {
          expect(it.wireName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(byName.get(it.wireName)).toBe(it);
          expect(byName.get(it.toolId)).toBe(it);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("X4: what is there from the start is called the same whoever else could come", () => {
  fc.assert(
    fc.property(tools, fc.nat(12), (all, cut) => {
      const alone = nameTools(all.slice(cut));
      const together = nameTools(all.slice(cut), all.slice(0, cut));
      for (const [toolId, it] of alone) expect(together.get(toolId)).toBe(it);
    }),
  );
});
