import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CommandCall } from "../../schema/command-call.ts";
import { type CommandValues, renderCommand } from "./render-command.ts";

const render = (call: Partial<CommandCall>, values: Partial<CommandValues> = {}) =>
  renderCommand(CommandCall.parse({ command: "git", ...call }), {
    inputs: {},
    config: {},
    places: new Map([["workspace", "/workspace"]]),
    secret: (name) => `secret of ${name}`,
    ...values,
  });

describe("P28: the arguments of a command", () => {
  test("A61, A63: a value fills one argument or a part of one, whatever is in it", () => {
    for (const value of [
      "; rm -rf /",
      "$(id)",
      "`id`",
      "a\nb",
      "a\rb",
      "$" + "{IFS}",
      "*",
      "{a,b}",
      "~",
    ]) {
      const { argv } = render({ args: ["{{a}}", "x={{a}}"] }, { inputs: { a: value } });
      expect(argv).toEqual(["git", value, `x=${value}`]);
    }
  });

  test("A64: what a value holds is never read as a place again", () => {
    const { argv } = render({ args: ["'{{a}}'"] }, { inputs: { a: "{{b}}", b: "found" } });
    expect(argv).toEqual(["git", "'{{b}}'"]);
  });

  test("A62: a value that would be an option is refused, unless -- stands before it", () => {
    for (const value of ["--upload-pack=x", "-oProxyCommand=x", "-"]) {
      for (const args of [["{{a}}"], ["{{a}}tail"]]) {
        expect(() => render({ args }, { inputs: { a: value } })).toThrow('must not begin with "-"');
      }
      expect(render({ args: ["--", "{{a}}"] }, { inputs: { a: value } }).argv).toEqual([
        ...["git", "--", value],
      ]);
      expect(render({ args: ["--in={{a}}"] }, { inputs: { a: value } }).argv).toEqual([
        ...["git", `--in=${value}`],
      ]);
    }
  });

  test("A62: a value that is -- itself does not open the way for the next", () => {
    expect(() => render({ args: ["x{{a}}", "{{b}}"] }, { inputs: { a: "--", b: "-rf" } })).toThrow(
      '"b" must not begin',
    );
    expect(() => render({ args: ["{{a}}", "{{b}}"] }, { inputs: { a: "--", b: "-rf" } })).toThrow();
  });

  test("an argument that is only a place without a value is left out", () => {
    const args = ["{{a}}", "b={{b}}", "{{constructor}}", "{{config.c}}"];
    expect(render({ args }, { inputs: { a: null } }).argv).toEqual(["git", "b="]);
  });

  test("numbers, truths and lists are written as JSON", () => {
    const inputs = { a: 1.5, b: true, c: ["x", 1] };
    expect(render({ args: ["{{a}}", "{{b}}", "{{c}}"] }, { inputs }).argv).toEqual([
      ...["git", "1.5", "true", '["x",1]'],
    ]);
  });

  test("a line for the shell is as it was declared, and inputs are its parameters", () => {
    const call = { command: 'grep -c "$1" log', shell: true, args: ["{{a}}"] };
    const { argv } = render(call, { inputs: { a: '"; rm -rf /' } });
    expect(argv).toEqual(["sh", "-c", 'grep -c "$1" log', "sh", '"; rm -rf /']);
  });

  test("A7: NUL, and what is too long for the kernel, is refused", () => {
    expect(() => render({ args: ["{{a}}"] }, { inputs: { a: "a\0b" } })).toThrow("NUL");
    const long = "x".repeat(130_000);
    expect(() => render({ args: ["{{a}}"] }, { inputs: { a: long } })).toThrow("too long");
    const args = Array.from({ length: 20 }, () => "x{{a}}");
    expect(() => render({ args }, { inputs: { a: "x".repeat(100_000) } })).toThrow("too long");
  });

  test("secrets and settings reach the environment", () => {
    const { env } = render(
      { env: { TOKEN: `Bearer \${secret:KEY}`, REGION: "{{config.region}}", NOTHING: "{{a}}" } },
      { config: { region: "eu" } },
    );
    expect(env).toEqual({ TOKEN: "Bearer secret of KEY", REGION: "eu" });
  });

  test("A41: variables by which programs load code cannot be set", () => {
    const names = [
      ...["LD_PRELOAD", "NODE_OPTIONS", "BASH_ENV", "PYTHONPATH", "GIT_SSH_COMMAND", "PAGER"],
      ...["PATH", "ld_library_path", "HTTP_PROXY", "DYLD_INSERT_LIBRARIES", "IFS", "a=b"],
    ];
    for (const name of names) {
      expect(CommandCall.safeParse({ command: "x", env: { [name]: "y" } }).success).toBe(false);
    }
  });

  test("the number of arguments never depends on what is in a value", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(!`${a}${b}`.includes("\0"));
        const { argv } = render({ args: ["--a={{a}}", "--", "{{b}}"] }, { inputs: { a, b } });
        expect(argv).toEqual(["git", `--a=${a}`, "--", b]);
      }),
    );
  });
});
