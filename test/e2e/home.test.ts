import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { longTest } from "../runs.ts";
import { databaseOf } from "../test-database.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");

let home: string;
let database: Record<string, string>;
let children: ChildProcess[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "capstan-home-"));
  database = await databaseOf(home);
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

function capstan(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CAPSTAN, ...args], {
    env: { ...process.env, CAPSTAN_HOME: home, CAPSTAN_PORT: "0", ...database, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code, out, err }));
  return { child, ended, said: () => out, line: () => once(child.stdout, "data").then(() => out) };
}

/** A server that answers; resolves with what it printed. */
async function serve(env?: Record<string, string>) {
  const server = capstan(["serve", "--json"], env);
  return { ...server, info: JSON.parse(await server.line()) };
}

describe("a home", () => {
  test("has one owner: a second server is refused and told why, until the moment the first dies", async () => {
    const { info, child } = await serve();
    const { code, err } = await capstan(["serve"]).ended;
    expect(code).toBe(1);
    expect(err).toContain(`HOME_OWNED: the server at ${info.url} (process ${child.pid}) owns`);
    child.kill("SIGKILL");
    await once(child, "close");
    const next = await serve();
    const isReady = async () => (await fetch(`${next.info.url}/readyz`)).status;
    await expect.poll(isReady).toBe(200);
  });

  test("X36: shows the admin key once, on the first start, and keeps your key for you alone", async () => {
    const first = await serve();
    expect(existsSync(join(home, "serve.json"))).toBe(true);
    first.child.kill("SIGTERM");
    // It ends cleanly, and leaves no address behind.
    expect(await first.ended).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(home, "serve.json"))).toBe(false);
    const second = await serve();
    expect(first.info.admin_key).toMatch(/^cap_/);
    expect(second.info.admin_key).toBeUndefined();
  });
});

describe("capstan serve", () => {
  test.each([
    { what: "a port that is no port", env: { CAPSTAN_PORT: "http" }, says: "CAPSTAN_PORT" },
    { what: "an unknown model", env: { CAPSTAN_MODEL: "gpt" }, says: '"gpt"' },
    { what: "a missing script", env: { CAPSTAN_MODEL: "scripted:/nope" }, says: "/nope" },
  ])("names $what and does not start", async ({ env, says }) => {
    const { code, err } = await capstan(["serve"], env).ended;
    expect(code).toBe(1);
    expect(err).toContain(says);
    expect(err).not.toContain("    at ");
  });

  test("F02, A124: ends in order after an error that nothing caught, and says why", async () => {
    const faulty = "setImmediate(()=>{throw new Error('broken by '+process.env.OPENAI_API_KEY)})";
    const preload = encodeURIComponent(`process.once('SIGUSR2',()=>${faulty})`);
    const env = {
      NODE_OPTIONS: `--import=data:text/javascript,${preload}`,
      OPENAI_API_KEY: "sk-proj-0123456789abcdefghijABCDEFGHIJ",
    };
    const first = await serve(env);
    first.child.kill("SIGUSR2");
    const { code, err } = await first.ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("Error: broken by") });
    expect(existsSync(join(home, "serve.json"))).toBe(false);

    const { info } = await serve();
    const headers = { authorization: `Bearer ${first.info.admin_key}` };
    const ask = async <T>(path: string) =>
      (await fetch(info.url + path, { headers })).json() as Promise<T>;
    const { items } = await ask<{ items: { type: string }[] }>("/v1/audit?limit=100");
    const failed = items.filter(({ type }) => type === "server.failed");
    expect(failed).toMatchObject([
      {
        actor: { id: "system", name: "system" },
        data: { reason: "Error: broken by ***REDACTED***" },
      },
    ]);
    expect(await ask("/v1/audit/verify")).toMatchObject({ ok: true });
  });

  test("listens where --port and --host say, before the environment; --open opens the console", async () => {
    const { info } = await serve();
    const taken = new URL(info.url).port;
    const other = mkdtempSync(join(tmpdir(), "capstan-home-"));
    const opened = join(other, "opened");
    // What a desktop would have: a program that is given the address.
    writeFileSync(join(other, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, {
      mode: 0o755,
    });
    const env = {
      CAPSTAN_HOME: other,
      CAPSTAN_PORT: taken,
      CAPSTAN_HOST: "192.0.2.1",
      PATH: `${other}:${process.env.PATH}`,
      ...(await databaseOf(other)),
    };
    const server = capstan(["serve", "--port", "0", "--host", "localhost", "--open"], env);
    await expect
      .poll(server.said, { timeout: 10_000 })
      .toMatch(/running at http:\/\/localhost:\d+/);
    if (process.platform === "linux") {
      const address = () => existsSync(opened) && readFileSync(opened, "utf8");
      await expect.poll(address, { timeout: 5_000 }).toMatch(/^http:\/\/localhost:\d+\/#code=/);
    }
    server.child.kill("SIGTERM");
    await server.ended;
    rmSync(other, { recursive: true });
  });

  test("takes a wrong option for wrong usage", async () => {
    const { code, err } = await capstan(["serve", "--prot", "80"]).ended;
    expect(code).toBe(2);
    expect(err).toContain('"serve" has no option "--prot"');
  });

  longTest("says which port is taken and how to choose another", async () => {
    const { info } = await serve();
    const port = new URL(info.url).port;
    const other = mkdtempSync(join(tmpdir(), "capstan-home-"));
    const env = { CAPSTAN_HOME: other, CAPSTAN_PORT: port, ...(await databaseOf(other)) };
    const { code, err } = await capstan(["serve"], env).ended;
    rmSync(other, { recursive: true });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        new RegExp(
          `Port ${port} is taken. Choose another: .*capstan.* serve --port ${Number(port) + 1}`,
        ),
      ),
    });
  });
});

test("F86: a command starts a server in the background, which ends when it is idle and shows no admin key", async () => {
  // Longer than the next command takes on a busy machine.
  const env = { CAPSTAN_IDLE_EXIT_S: "3" };
  const { code, out, err } = await capstan(["tools", "list"], env).ended;
  expect(code).toBe(0);
  expect(out).toContain("builtin:test_math:add");
  expect(err).toContain("Started Capstan in the background");
  const { pid } = JSON.parse(readFileSync(join(home, "serve.json"), "utf8"));
  const owned = await capstan(["admin", "reset"]).ended;
  expect(owned.err).toContain(`it runs in the background, "kill ${pid}" ends it`);
  expect(err + owned.err).not.toContain("cap_");
  await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
  // Nobody has seen the admin key yet: whoever starts a server at a terminal does.
  expect((await serve()).info.admin_key).toMatch(/^cap_/);
});

test("F78: in a home that others may list, every file is for its owner alone, also an older one", async () => {
  chmodSync(home, 0o755);
  writeFileSync(join(home, "owner.lock"), "", { mode: 0o644 });
  const { child } = await serve();
  const open = () =>
    readdirSync(home).filter((name) => (statSync(join(home, name)).mode & 0o077) !== 0);
  expect(open()).toEqual([]);
  chmodSync(join(home, "master-key"), 0o644);
  const doctor = await capstan(["doctor"]).ended;
  expect(doctor.out).toContain(`Others can read your data. Run: chmod 600 ${home}/master-key`);
  expect(doctor.code).toBe(1);
  child.kill("SIGKILL");
});

longTest("two commands at once share the one server that wins", async () => {
  const env = { CAPSTAN_IDLE_EXIT_S: "0.5" };
  const ended = await Promise.all([1, 2, 3].map(() => capstan(["tools", "list"], env).ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
