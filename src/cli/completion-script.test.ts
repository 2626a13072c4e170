import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { completionScript } from "./completion-script.ts";
import { run } from "./testing/run-cli.ts";

/** What bash would offer for a line, with the cursor at its end. */
function offered(...words: string[]): string[] {
  const script = `${completionScript("bash", COMMANDS)}
COMP_WORDS=(capstan "$@"); COMP_CWORD=${words.length}; _capstan; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], {
    encoding: "utf8",
    timeout: 5_000,
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
}

describe("bash completion", () => {
  test("offers first words, second words, then options", () => {
    expect(offered("to")).toEqual(["tools", "tokens"]);
    expect(offered("tools", "s")).toEqual(["search", "show"]);
    expect(offered("tools", "call", "--dr")).toEqual(["--dry-run"]);
    expect(offered("halt", "--li")).toEqual(["--lift"]);
  });

  test("offers every command of the table", () => {
    for (const { name } of COMMANDS) {
      const words = name.split(" ");
      expect(offered(...words)).toContain(words.at(-1));
    }
  });
});

test("zsh and fish get theirs, and anything else is wrong usage", async () => {
  expect((await run(["completion", "zsh"])).out).toContain("bashcompinit");
  expect((await run(["completion", "fish"])).out).toContain("-a search");
  expect(await run(["completion", "cmd"])).toMatchObject({ code: 2 });
});
