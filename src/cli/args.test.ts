import { describe, expect, test } from "vitest";
import { readArgs } from "./args.ts";
import type { Command } from "./command.ts";

const COMMAND: Command = {
  name: "demo",
  summary: "Demonstrates",
  usage: "demo <id> --must <x>",
  positionals: ["id"],
  options: {
    must: { kind: "text", value: "<x>", summary: "Needed", required: true },
    many: { kind: "count", value: "<n>", summary: "A number" },
    dry: { kind: "flag", summary: "A flag" },
  },
};

describe("readArgs", () => {
  test("reads positionals, options in both spellings, and flags", async () => {
    const args = await readArgs(COMMAND, ["a", "--must=-1", "--many", "12", "--dry"]);
    expect([args.require("id"), args.get("must"), args.get("many")]).toEqual(["a", "-1", "12"]);
    expect([args.has("dry"), args.has("must")]).toEqual([true, false]);
  });

  test("takes what follows -- as it is", async () => {
    const args = await readArgs(COMMAND, ["--must", "-", "--", "--dry"]);
    expect(args.require("id")).toBe("--dry");
  });

  test.each([
    { name: "a missing positional", argv: ["--must", "x"], says: "needs <id>" },
    { name: "an empty positional", argv: ["", "--must", "x"], says: "needs <id>" },
    { name: "one positional too many", argv: ["a", "b", "--must", "x"], says: 'cannot take "b"' },
    { name: "a missing required option", argv: ["a"], says: "needs --must <x>" },
    { name: "an option without its value", argv: ["a", "--must"], says: "--must needs a value" },
    { name: "an option in place of a value", argv: ["a", "--must", "--dry"], says: "--must=…" },
    { name: "a count that is no number", argv: ["a", "--many", "1e9"], says: "whole number" },
    { name: "a flag with a value", argv: ["a", "--dry=false"], says: "--dry takes no value" },
    { name: "an unknown option", argv: ["a", "--mush", "x"], says: 'Did you mean "--must"?' },
    { name: "an unknown short option", argv: ["a", "-x"], says: 'no option "-x"' },
    { name: "a name that objects inherit", argv: ["a", "--constructor"], says: "no option" },
  ])("refuses $name", async ({ argv, says }) => {
    await expect(readArgs(COMMAND, argv)).rejects.toThrow(says);
  });
});
