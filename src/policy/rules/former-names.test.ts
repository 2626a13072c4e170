import { describe, expect, test } from "vitest";
import { makeTool } from "../../testing/make-tool.ts";
import { openPolicy, requestFor, team } from "../testing/open-policy.ts";
import { notesOnNames, withIds } from "./former-names.ts";

const FORMER = new Map([["ada", "prn_1"]]);
const RULE = 'forbid (principal == User::"ada", action, resource);';

describe("F15: a rule that calls somebody by name", () => {
  test.each([
    [RULE, 'forbid (principal == User::"prn_1", action, resource);'],
    ['User :: "ada"', 'User::"prn_1"'],
    ['User::"bo"', 'User::"bo"'],
    ['User::"prn_1"', 'User::"prn_1"'],
    ['"User::\\"ada\\""', '"User::\\"ada\\""'],
    ['SomeUser::"ada"', 'SomeUser::"ada"'],
  ])("%s is read as %s", (written, read) => {
    expect(withIds(written, FORMER)).toBe(read);
    expect(withIds(written, undefined)).toBe(written);
  });

  test("holds for the principal with the history of that name, and for nobody else", () => {
    const policy = openPolicy({ files: [team(RULE)], formerNames: FORMER });
    const effectFor = (id: string) =>
      policy.decide(requestFor(makeTool({ riskLevel: "LOW" }), { actor: { id, scopes: [] } }))
        .effect;
    expect(["prn_1", "prn_2", "ada"].map(effectFor)).toEqual(["deny", "allow", "allow"]);
  });

  test("is told how it is written now, and where it names nobody", () => {
    const text = `// a comment\n${RULE}\n  forbid (principal == User::"bo", action, resource);`;
    expect(notesOnNames([team(text)], FORMER)).toEqual([
      {
        ...{ file: "policy/team.cedar", line: 2, column: 22 },
        message: expect.stringContaining('is written User::"prn_1" now'),
      },
      {
        ...{ file: "policy/team.cedar", line: 3, column: 24 },
        message: expect.stringContaining("stands for no principal"),
      },
    ]);
    expect(notesOnNames([team('User::"prn_1"')], FORMER)).toEqual([]);
  });
});
