import { describe, expect, test } from "vitest";
import { assessRisk, type Described } from "./assess-risk.ts";

const assess = (tool: Partial<Described>) =>
  assessRisk({ trust: "local", capabilityName: "Own", name: "run", description: "", ...tool });

describe("inferred risk", () => {
  test.each<[string, Partial<Described>, string, string[]]>([
    ["C39: write in the name", { name: "write_note" }, "HIGH", ['Its name says "write".']],
    [
      "C39: delete in the description",
      { description: "Deletes a file." },
      "HIGH",
      ['Its description says "delete".'],
    ],
    ["C39: exec as part of camelCase", { name: "runExec" }, "HIGH", ['Its name says "exec".']],
    ["C39: network", { permissions: ["network"] }, "HIGH", ['It has the permission "network".']],
    [
      "C36, C39: payments",
      { permissions: ["payments", "network"] },
      "CRITICAL",
      ['It has the permission "payments".'],
    ],
    ["C36, C39: cloud", { permissions: ["cloud"] }, "CRITICAL", ['It has the permission "cloud".']],
    ["C34, C39: nothing known", {}, "MED", ["Nothing says how risky it is."]],
    [
      "C33: a permission to read",
      { permissions: ["filesystem.read"] },
      "LOW",
      ['It has the permission "filesystem.read".'],
    ],
    [
      "C35: an unknown permission",
      { permissions: ["time.travel"] },
      "HIGH",
      ['It has the permission "time.travel".'],
    ],
    [
      "X11: GET and HEAD only",
      { permissions: ["network"], onlyFetches: true },
      "MED",
      ['It has the permission "network", for GET and HEAD only.'],
    ],
  ])("%s", (_title, tool, level, reasons) => {
    expect(assess(tool)).toMatchObject({ riskLevel: level, riskReasons: reasons });
  });

  test("a word that only contains a keyword is none", () => {
    expect(assess({ name: "rewrite", description: "undeleted" }).riskLevel).toBe("MED");
  });
});

describe("whose word counts", () => {
  test("X11: an author is believed upwards, not downwards", () => {
    expect(assess({ name: "delete_all", declaredRisk: "LOW" })).toMatchObject({
      riskLevel: "HIGH",
    });
    expect(assess({ declaredRisk: "CRITICAL" })).toMatchObject({
      riskLevel: "CRITICAL",
      riskReasons: ["Its author declares it."],
    });
  });

  test("X11: what a built-in declares stands", () => {
    const tool = { trust: "builtin", name: "write_file", declaredRisk: "MED" } as const;
    expect(assess(tool)).toEqual({
      riskLevel: "MED",
      riskReasons: ["Own ships with its host and declares MED."],
      sideEffectTags: [],
    });
  });

  test("X11: what the owner says stands above all", () => {
    expect(assess({ name: "delete_all", overriddenRisk: "LOW" })).toMatchObject({
      riskLevel: "LOW",
      riskReasons: ["The owner of this installation says so."],
    });
  });

  test("X11: hints count only from a server that is trusted", () => {
    const name = "get_env";
    expect(assess({ trust: "remote", name }).riskLevel).toBe("MED");
    expect(assess({ trust: "remote", name, trustedHints: { readOnly: true } }).riskLevel).toBe(
      "LOW",
    );
    expect(assess({ trust: "remote", name, trustedHints: { destructive: true } }).riskLevel).toBe(
      "HIGH",
    );
  });
});

describe("inferred effects", () => {
  test.each([
    ["filesystem.read", "fs.read"],
    ["filesystem.write", "fs.write"],
    ["filesystem.move", "fs.move"],
    ["filesystem.delete", "fs.delete"],
    ["network", "network.http"],
    ["system.processes", "system.processes"],
    ["system.hardware", "system.hardware"],
    ["display", "display"],
  ] as const)("C40, X12, I19: the permission %s means %s and no more", (permission, effect) => {
    expect(assess({ permissions: [permission] }).sideEffectTags).toEqual([effect]);
  });

  test("C40: words mean effects too; each is named once", () => {
    const tool = { name: "write_then_delete", permissions: ["filesystem.write"] };
    expect(assess(tool).sideEffectTags).toEqual(["fs.write", "fs.delete"]);
  });
});
