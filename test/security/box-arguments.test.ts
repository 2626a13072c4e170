import { describe, expect, test } from "vitest";
import { boxedPrograms } from "../../src/app/open-isolation.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createCommandExecutor } from "../../src/features/programs/command-executor.ts";
import { openBubblewrap } from "../../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { CommandCall } from "../../src/schema/command-call.ts";
import { makeRequest } from "../../src/testing/executor-contract.ts";
import { SECRET } from "../box.ts";

const executor = createCommandExecutor({
  isolation: { sandboxFor: async () => openBubblewrap() },
  programs: boxedPrograms(),
  secretFor: () => SECRET,
  layOut: () => Promise.reject(new Error("There is no bundle.")),
});

/** A tool written as data, called with what a model made of it. */
async function runTool(call: object, inputs: JsonObject) {
  const execution = { type: "command", call: CommandCall.parse(call) as JsonObject };
  const { state, outputs } = await executor.execute(makeRequest({ execution, inputs }));
  return { state, ...(outputs as { stdout: string; stderr: string; exit_code: number | null }) };
}

/** Prints each of its arguments on a line of its own, as JSON. */
const PRINT = {
  command: "python3",
  args: [
    "-c",
    "import json, sys\nfor a in sys.argv[1:]: print(json.dumps(a))",
    "--",
    "{{a}}",
    "x={{a}}",
  ],
};
const seen = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const HOSTILE = [
  ["A61", "; rm -rf / #"],
  ["A61", "$(id)"],
  ["A61", "`id`"],
  ["A61", "a\nid"],
  ["A61", "a\r\nid\r"],
  ["A61", "' && id && '"],
  ["A61", '" | id "'],
  ["A61", "a\u2028id"],
  ["A62", "--output=/etc/x"],
  ["A62", "-oProxyCommand=id"],
  ["A63", "$" + "{IFS}id"],
  ["A63", "*"],
  ["A63", "{a,b}"],
  ["A63", "~root"],
  ["A63", "/etc/[a-z]*"],
  ["A64", "{{a}} {{b}} $" + "{secret:KEY}"],
  ["A64", "{{workspace}}"],
] as const;

test.each(HOSTILE)("%s: %j reaches a program as it is", async (_, value) => {
  const { stdout } = await runTool(PRINT, { a: value });
  expect(seen(stdout)).toEqual(["--", value, `x=${value}`]);
});

describe("arguments", () => {
  test("A61, A63: a line for the shell is the tool's own; inputs are its parameters", async () => {
    const call = { command: 'printf "%s\\n" "$1"', shell: true, args: ["--", "{{a}}"] };
    for (const value of ['"; id; "', "$(id)", "`id`", "a\nid", "*"]) {
      const { stdout } = await runTool({ ...call, command: 'printf "%s\\n" "$2"' }, { a: value });
      expect(stdout).toBe(`${value}\n`);
    }
  });

  test("A62: where a program would take a value for an option, it is refused", async () => {
    for (const value of ["--upload-pack=id", "-oProxyCommand=id", "-exec", "-", "--"]) {
      for (const args of [["{{a}}"], ["clone", "{{a}}"]]) {
        await expect(runTool({ command: "git", args }, { a: value })).rejects.toThrow(
          'must not begin with "-"',
        );
      }
    }
  });

  test("A64: neither a quoted place nor a value that looks like one is read again", async () => {
    const call = { ...PRINT, args: [...PRINT.args.slice(0, 3), "'{{a}}'", '"{{b}}"'] };
    const { stdout } = await runTool(call, { a: "{{b}}", b: "$" + "{secret:KEY}" });
    expect(seen(stdout)).toEqual(["--", "'{{b}}'", '"$' + '{secret:KEY}"']);
  });

  test("A65: a line with any number of commands in a value is one argument", async () => {
    const value = Array.from({ length: 200 }, (_, n) => `echo ${n}`).join(" && ");
    expect(seen((await runTool(PRINT, { a: value })).stdout)).toEqual(["--", value, `x=${value}`]);
  });

  test("A66: no built-in of a shell is run by a value, and no tool is called like one", async () => {
    for (const builtin of ["export", "declare", "typeset", "eval", "source", "alias"]) {
      await expect(runTool({ command: builtin, args: ["PATH=/tmp"] }, {})).rejects.toMatchObject({
        code: "PROGRAM_MISSING",
      });
    }
    const { stdout } = await runTool(PRINT, { a: "export PATH=/tmp; declare -x A; typeset B" });
    expect(seen(stdout)[1]).toContain("declare -x A");
  });

  test("A67: a program is found by the box's own path, never in its working folder", async () => {
    const plant = "printf '#!/bin/sh\\necho planted' > git; chmod +x git; git --version; ./git";
    const { stdout } = await runTool({ command: plant, shell: true }, {});
    expect(stdout).toMatch(/^git version .*\nplanted\n$/);
    await expect(runTool({ command: "planted-tool" }, {})).rejects.toMatchObject({
      code: "PROGRAM_MISSING",
    });
    expect(CommandCall.safeParse({ command: "git", env: { PATH: "." } }).success).toBe(false);
  });

  test("A70: the folder that a program works in is its own, whatever an input says", async () => {
    const { stdout } = await runTool({ command: "pwd", args: [] }, { cwd: "/", workspace: "/" });
    expect(stdout).toBe("/workspace\n");
    const filled = await runTool(
      { command: "echo", args: ["{{workspace}}"] },
      { workspace: "/etc" },
    );
    expect(filled.stdout).toBe("/workspace\n");
    expect(CommandCall.safeParse({ command: "ls", cwd: "/etc" }).success).toBe(false);
  });

  test("A7: a value that ends an argument early is refused", async () => {
    await expect(runTool(PRINT, { a: "a\0b" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("A49: what one call leaves is gone before the next", async () => {
    await runTool({ command: "echo x > left; mkdir -p a/b; chmod 0 a; ls", shell: true }, {});
    expect((await runTool({ command: "ls", args: ["-A"] }, {})).stdout).toBe("");
  });
});
