import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { commandOfMeaning } from "./near-in-meaning.ts";
import { packageInfo } from "./package-info.ts";
import { run } from "./testing/run-cli.ts";

describe("help", () => {
  test("capstan --help lists every command, the environment and the exit codes", async () => {
    const { code, out, err } = await run(["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const { name, summary } of COMMANDS) {
      const line = out.split("\n").find((it) => it.startsWith(`  ${name} `));
      expect(line?.slice(name.length + 2).trim()).toBe(summary);
    }
    for (const name of ["CAPSTAN_HOME", "CAPSTAN_URL", "CAPSTAN_API_KEY"])
      expect(out).toContain(name);
    expect(out).toMatch(/3 {2}waits for input or approval/);
  });

  test.each([[[]], [["-h"]], [["help"]], [["--help", "--json"]]])(
    "%j prints the same overview",
    async (argv) => {
      expect(await run(argv)).toEqual(await run(["--help"]));
    },
  );

  test("a group lists its commands and no others", async () => {
    const { code, out } = await run(["tools", "--help"]);
    expect(code).toBe(0);
    expect(out.match(/^ {2}tools \w+/gm)).toEqual([
      "  tools list",
      "  tools search",
      "  tools show",
      "  tools call",
    ]);
    expect(out).not.toContain("sessions");
  });

  test.each([
    [["help", "tools", "call"]],
    [["tools", "call", "--help"]],
    [["tools", "call", "x", "-h"]],
  ])("%j explains one command", async (argv) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain(
      "Usage: capstan tools call <tool_id> [--input <json|@file|->] [--dry-run] [--session <session_id>] [--message-id <id>] [--resume <token>] [--reconcile <ran|not_run|run_again>] [--decline] [--json]",
    );
    expect(out).toContain("--dry-run                            Do a dry run, without effects");
  });

  test("every command has help of its own", async () => {
    for (const { name, usage } of COMMANDS) {
      const { code, out } = await run([...name.split(" "), "--help"]);
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(out).toContain(`Usage: capstan ${usage}`);
    }
  });

  test("--version prints the version of the package", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, out: packageInfo().version, err: "" });
  });
});

describe("wrong usage exits 2 and says what was meant", () => {
  test.each([
    { argv: ["tool", "lst"], says: 'Did you mean "tools list"?' },
    { argv: ["tools", "lisst"], says: 'Did you mean "tools list"?' },
    { argv: ["toolz"], says: 'Did you mean "tools"?' },
    { argv: ["docter"], says: 'Did you mean "doctor"?' },
    { argv: ["help", "tols"], says: 'Did you mean "tools"?' },
    { argv: ["sessions", "remove", "x"], says: 'Did you mean "sessions delete"?' },
    { argv: ["sessions", "ls"], says: 'Did you mean "sessions list"?' },
    { argv: ["agents", "delete", "x"], says: 'Did you mean "agents remove"?' },
    { argv: ["files", "cat", "x"], says: 'Did you mean "files get"?' },
    { argv: ["approvals", "approve"], says: 'Did you mean "approvals run"?' },
    { argv: ["ls"], says: 'Did you mean "sessions list"?' },
    { argv: ["stop"], says: 'Did you mean "halt"?' },
    { argv: ["login"], says: 'Did you mean "console"?' },
    { argv: ["xyzzy"], says: 'See "capstan --help".' },
    { argv: ["tools"], says: '"tools" needs one of: list, search, show, call.' },
    { argv: ["tools", "xyzzy"], says: "It has: list, search, show, call." },
    { argv: ["--limit", "3"], says: '"--limit" cannot stand before a command.' },
    { argv: ["tools", "list", "--limt", "3"], says: 'Did you mean "--limit"?' },
  ])("$argv", async ({ argv, says }) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(says);
    expect(err).toMatch(/^Usage: capstan /m);
  });

  test("X20: with --json the error is one line of JSON on stderr", async () => {
    const { code, out, err } = await run(["tools", "lisst", "--json"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(JSON.parse(err)).toEqual({
      error: {
        code: "REQUEST_INVALID",
        message: 'There is no command "tools lisst". Did you mean "tools list"?',
      },
    });
  });

  test("serve is run by the composition root, with its options read", async () => {
    const served: unknown[] = [];
    const options = ["--background", "--port", "80", "--host", "::1", "--open", "--json"];
    const { code } = await run(["serve", ...options], {
      serve: async (args, json) =>
        served.push([
          args.has("background"),
          args.get("port"),
          args.get("host"),
          args.has("open"),
          json,
        ]),
    });
    expect({ code, served }).toEqual({ code: 1, served: [[true, "80", "::1", true, true]] });
  });

  test("every command that is suggested for its meaning exists", () => {
    const names = COMMANDS.map(({ name }) => name);
    for (const word of ["start", "stop", "ps", "ls", "logs", "approve", "login", "ask", "keys"]) {
      expect(names).toContain(commandOfMeaning(word));
    }
  });
});
