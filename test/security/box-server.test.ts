import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { survivors } from "../box.ts";
import { ADMIN_KEY, createMember, KEY } from "../chaos/member.ts";
import { usually } from "../runs.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");
const CODE = "/v1/tools/builtin:sandbox:execute_code/invoke";
const LOCAL = {
  id: "local",
  name: "Local",
  description: "Runs something.",
  tools: [
    {
      name: "wait",
      description: "Waits.",
      input_schema: { type: "object", properties: { marker: { type: "string" } } },
      exec: { command: "sh", args: ["-c", "setsid sleep 60 & sleep 60", "--", "{{marker}}"] },
    },
    {
      name: "hello",
      description: "Says hello.",
      input_schema: { type: "object" },
      exec: { command: "echo", args: ["hello"] },
    },
  ],
};

/** A server in a process of its own, which runs what it is asked to without asking back. */
async function openServer(settings: object, env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), "capstan-killed-"));
  const script = join(home, "script.json");
  writeFileSync(script, JSON.stringify({ steps: [] }));
  const server = createMember(
    join(home, "server"),
    { policy: { profile: "auto" }, ...settings },
    { CAPSTAN_MODEL: `scripted:${script}`, STATE_STORE_BACKEND: "sqlite", ...env },
  );
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  await server.start();
  await server.ask("POST", "/v1/capabilities", LOCAL, ADMIN_KEY);
  return server;
}

describe("a server that is killed with kill -9 while a program runs", () => {
  const marked = (marker: string) => ({
    execute_code: {
      path: CODE,
      inputs: {
        language: "shell",
        code: `setsid sleep 60 & exec sh -c 'sleep 60; true' ${marker}`,
      },
    },
    "a command tool": { path: "/v1/tools/ext:local:wait/invoke", inputs: { marker } },
  });

  test.each(
    usually(["execute_code", "a command tool"] as const, (kind) => kind === "execute_code"),
  )(
    "A44: %s leaves no survivor within 2 s, and the ledger asks",
    async (kind) => {
      const marker = `marker-${randomUUID()}`;
      const server = await openServer({});
      const { path, inputs } = marked(marker)[kind];
      const body = { inputs, message_id: marker };
      const asked = server.ask("POST", path, body).catch(() => null);
      await vi.waitFor(() => expect(survivors(marker).length).toBeGreaterThan(0), {
        timeout: 15_000,
        interval: 20,
      });

      await server.kill();
      await vi.waitFor(() => expect(survivors(marker)).toEqual([]), {
        timeout: 2_000,
        interval: 20,
      });
      await asked;

      await server.start();
      const again = await server.ask<{ state: string; input_request?: { kind: string } }>(
        ...(["POST", path, body] as const),
      );
      expect(again).toMatchObject({
        state: "input_required",
        input_request: { kind: "reconcile" },
      });
      expect(survivors(marker)).toEqual([]);
    },
    60_000,
  );
});

/** The server that a person starts. Answers where it listens and how to end it at once. */
async function serve(home: string) {
  const child = spawn(process.execPath, [CAPSTAN, "serve", "--json"], {
    env: {
      ...process.env,
      CAPSTAN_HOME: home,
      CAPSTAN_PORT: "0",
      CAPSTAN_API_KEY: KEY,
      STATE_STORE_BACKEND: "sqlite",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(line));
  return {
    async invoke(body: object): Promise<unknown> {
      const headers = { authorization: `Bearer ${KEY}` };
      const asked = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(url + CODE, asked)).json();
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

test("A44: `capstan serve`, killed with kill -9, leaves no survivor within 2 s, and asks", async () => {
  const home = mkdtempSync(join(tmpdir(), "capstan-killed-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const settings = { policy: { profile: "auto" }, limits: { start_within_ms: 1_000 } };
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const marker = `marker-${randomUUID()}`;
  const code = `setsid sleep 60 & exec sh -c 'sleep 60; true' ${marker}`;
  const call = { inputs: { language: "shell", code }, message_id: marker };

  const server = await serve(home);
  const asked = server.invoke(call).catch(() => null);
  const running = () => survivors(marker).length;
  await expect.poll(running, { timeout: 15_000, interval: 20 }).toBeGreaterThan(0);
  await server.kill();
  await expect.poll(running, { timeout: 2_000, interval: 20 }).toBe(0);
  await asked;

  const again = await serve(home);
  const reconcile = { state: "input_required", input_request: { kind: "reconcile" } };
  await expect.poll(() => again.invoke(call), { timeout: 5_000 }).toMatchObject(reconcile);
  expect(survivors(marker)).toEqual([]);
}, 60_000);

describe("a machine without bubblewrap", () => {
  type Outcome = {
    state: string;
    outputs?: { stdout: string };
    error?: { code: string; message: string };
  };
  type Records = { items: { type: string; data: { enforcement?: string } }[] };

  async function open(settings: object, env: Readonly<Record<string, string>> = {}) {
    const server = await openServer(settings, env);
    const invoke = (path: string, inputs: object = {}) =>
      server.ask<Outcome>("POST", path, { inputs });
    return {
      code: (language: string, code: string) => invoke(CODE, { language, code }),
      hello: () => invoke("/v1/tools/ext:local:hello/invoke"),
      async enforced() {
        const { items } = await server.ask<Records>("GET", "/v1/audit?limit=100");
        return items
          .filter(({ type }) => type === "invocation.ended")
          .map(({ data }) => data.enforcement);
      },
    };
  }

  test("P35: JavaScript still runs, and its record says degraded; programs of others are refused", async () => {
    const { code, hello, enforced } = await open({}, { PATH: "/nowhere" });
    expect(await code("javascript", "console.log(6 * 7)")).toMatchObject({
      state: "completed",
      outputs: { stdout: "42\n" },
    });
    expect(await enforced()).toEqual(["degraded"]);
    for (const refused of [
      await code("python", "print(1)"),
      await code("shell", "id"),
      await hello(),
    ]) {
      expect(refused).toMatchObject({ state: "failed", error: { code: "SANDBOX_MISSING" } });
      expect(refused.error?.message).toMatch(/bubblewrap/);
      expect(refused.outputs).toBeUndefined();
    }
    expect((await hello()).error?.message).toMatch(/Install it: .*bubblewrap/);
  });

  test("A39: what is degraded has no way to Node, and says no path of this machine", async () => {
    const { code } = await open({}, { PATH: "/nowhere" });
    for (const hostile of [
      "constructor.constructor('return process')()",
      "throw { name: { toString: 1 } }",
      "await import('node:fs')",
      "(function f() { f() })()",
    ]) {
      const outcome = await code("javascript", hostile);
      expect(JSON.stringify(outcome)).not.toContain(process.cwd());
      expect(outcome.outputs).toMatchObject({ exit_code: 1 });
    }
  });

  test("P35: with the sandbox switched off programs run, and every record says so", async () => {
    const { code, hello, enforced } = await open({ sandbox: "off" });
    expect(await code("shell", "echo ran")).toMatchObject({ outputs: { stdout: "ran\n" } });
    expect(await hello()).toMatchObject({ outputs: { stdout: "hello\n" } });
    expect(await code("javascript", "6 * 7")).toMatchObject({ outputs: { stdout: "42\n" } });
    expect(await enforced()).toEqual(["off", "off", "off"]);
  });
});
