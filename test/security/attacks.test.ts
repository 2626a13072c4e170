import { expect, test } from "vitest";
import { readFiles } from "../architecture/source-files.ts";

/** The attacks on approval, prompts, secrets and audit, and where each is withstood. */
const ATTACKS = [
  ...["A93", "A94", "A95", "A96", "A97", "A98", "A99", "A100", "A101", "A102", "A103"],
  ...["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A22", "A23", "A24", "A90"],
  ...["A71", "A72", "A73", "A74", "A75", "A76", "A77", "A78", "A79", "A81", "A82", "A104"],
  ...["A89", "A112", "A117", "A119"],
  ...["A106", "A107", "A108", "A109", "A110", "A111", "A114", "A115", "A116", "A118", "A120"],
];

/** Attacks on a surface that does not exist yet, and the part that brings both. */
const LATER: Record<string, string> = {
  A80: "the sandbox, with a network namespace of its own",
  A105: "MCP servers, the first descriptions that are not the owner's or our own",
};

test("every attack is named by a test that withstands it, or waits for its surface", () => {
  const titles = readFiles("src/**/*.test.ts", "test/**/*.test.ts")
    .filter(({ path }) => path !== "test/security/attacks.test.ts")
    .flatMap(({ text }) => text.match(/["'`](?:[ACEIPSX]\d+(?:, |: |["'`]))+/g) ?? [])
    .join("\n");
  expect(ATTACKS.filter((attack) => !new RegExp(`\\b${attack}\\b`).test(titles))).toEqual([]);
});

test("no attack is both withstood and put off", () => {
  expect(Object.keys(LATER).filter((attack) => ATTACKS.includes(attack))).toEqual([]);
});
