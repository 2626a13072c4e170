import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { completionScript } from "./completion-script.ts";
import { run } from "./testing/run-cli.ts";

/** What bash would offer for each line, with the cursor at its end. */
function offeredFor(lines: readonly (readonly string[])[]): string[][] {
  const offer = `offer() { COMP_WORDS=(capstan "$@"); COMP_CWORD=$#; _capstan; echo "\${COMPREPLY[*]}"; }`;
  const asked = lines.map((words) => `offer ${words.map((word) => `'${word}'`).join(" ")}`);
  const script = [completionScript("bash", COMMANDS), offer, ...asked].join("\n");
  const { stdout, stderr } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    timeout: 10_000,
  });
  expect(stderr).toBe("");
  return stdout.split("\n").map((line) => line.split(" ").filter(Boolean));
}

const offered = (...words: string[]): string[] => offeredFor([words])[0] ?? [];

describe("bash completion", () => {
  test("offers first words, second words, then options", () => {
    expect(offered("to")).toEqual(["tools", "tokens"]);
    expect(offered("tools", "s")).toEqual(["search", "show"]);
    expect(offered("tools", "call", "--dr")).toEqual(["--dry-run"]);
    expect(offered("halt", "--li")).toEqual(["--lift"]);
  });

  test("offers every command of the table", () => {
    const lines = COMMANDS.map(({ name }) => name.split(" "));
    const offers = offeredFor(lines);
    for (const [index, words] of lines.entries()) expect(offers[index]).toContain(words.at(-1));
  });
});

test("zsh and fish get theirs, and anything else is wrong usage", async () => {
  expect((await run(["completion", "zsh"])).out).toContain("bashcompinit");
  expect((await run(["completion", "fish"])).out).toContain("-a search");
  expect(await run(["completion", "cmd"])).toMatchObject({ code: 2 });
});
