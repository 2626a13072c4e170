import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SERVING } from "./testing/fake-launch.ts";
import { startFakeServer } from "./testing/fake-server.ts";

const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** What a real process runs: the command, then a line with every module that it loaded. */
const ENTRY = `
  import { registerHooks } from "node:module";
  import { spawn } from "node:child_process";
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  const { runCli } = await import(${at("./run.ts")});
  const { processIo } = await import(${at("./process-io.ts")});
  const options = { detached: true, stdio: ["ignore", "ignore", "pipe"] };
  const launch = () => ({
    child: spawn(process.execPath, ["-e", process.env.SCRIPT, process.env.CAPSTAN_HOME], options),
  });
  process.exitCode = await runCli(process.argv.slice(1), processIo(), { launch });
  if (process.env.SHOW) process.stdout.write(JSON.stringify([...loaded, ...process.moduleLoadList]));
`;

function start(argv: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", ENTRY, "--", ...argv], {
    env,
  });
  const { promise, resolve } = Promise.withResolvers<{
    code: number | null;
    out: string;
    err: string;
  }>();
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.on("close", (code) => resolve({ code, out, err }));
  return { child, ended: promise };
}

describe("a real process", () => {
  test("loads neither undici, nor zod, nor other commands", async () => {
    await using server = await startFakeServer({
      "GET /v1/tools": { body: { items: [], total: 0 } },
    });
    const { ended } = start(["tools", "list"], { CAPSTAN_URL: server.url, SHOW: "1" });
    const { code, out } = await ended;
    expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: "None." });
    const loaded = out.slice(out.indexOf("["));
    expect(loaded).toContain("commands/tools-list.ts");
    for (const name of [
      "undici",
      "zod",
      "src/schema",
      "tools-call.ts",
      "help.ts",
      "start-server.ts",
    ]) {
      expect(loaded).not.toContain(name);
    }
  });

  test("reads standard input to its end", async () => {
    await using server = await startFakeServer({
      "POST /v1/tools/t/invoke": { body: { state: "blocked" } },
    });
    const { child, ended } = start(["tools", "call", "t", "--input", "-"], {
      CAPSTAN_URL: server.url,
    });
    child.stdin.write('{"a":');
    child.stdin.end("1}");
    expect(await ended).toMatchObject({ code: 4, out: "Denied.\n" });
    expect(server.seen[0]?.body).toEqual({ inputs: { a: 1 } });
  });

  test("ends by itself while the server that it started lives on for the next command", async () => {
    const home = mkdtempSync(join(tmpdir(), "capstan-start-"));
    const env = { CAPSTAN_HOME: home, SCRIPT: SERVING };
    try {
      const first = await start(["tools", "list"], env).ended;
      expect(first).toMatchObject({ code: 0, out: "None.\n" });
      expect(first.err).toContain("Started Capstan in the background");
      const second = await start(["tools", "list"], env).ended;
      expect(second).toEqual({ code: 0, out: "None.\n", err: "" });
    } finally {
      process.kill(JSON.parse(readFileSync(join(home, "serve.json"), "utf8")).pid, "SIGKILL");
      rmSync(home, { recursive: true });
    }
  });
});
