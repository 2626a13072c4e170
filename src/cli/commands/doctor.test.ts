import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../client.ts";
import type { CommandContext } from "../command.ts";
import { checkNode } from "../doctor/check-node.ts";
import { mendSandbox } from "../doctor/mend-sandbox.ts";
import { packageInfo } from "../package-info.ts";
import { type Routes, startFakeServer } from "../testing/fake-server.ts";
import { run, runAgainst } from "../testing/run-cli.ts";

const HEALTHY: Routes = {
  "GET /healthz": { body: { status: "ok", version: packageInfo().version } },
  "GET /readyz": { body: { status: "ready", checks: { store: "ok" }, unknown_calls: 0 } },
  "GET /v1/tools": { body: { items: [], total: 12 } },
  "GET /v1/model": { body: { name: "offline", source: "default", chosen_by: null } },
  "POST /v1/model/check": {
    body: { name: "offline", state: "ok", message: "built in, there is no provider to ask." },
  },
  "POST /v1/sandbox/check": {
    body: {
      enforcement: "bubblewrap",
      problem: null,
      bounds: [
        { name: "memory", held_by: "control group", message: "by a control group (version 2)" },
      ],
      canaries: [{ name: "tcp", held: true, message: "no connection reaches the host" }],
    },
  },
  "GET /v1/audit/verify": { body: { ok: true, streams: 1, records: 3 } },
  "GET /v1/refused-folders": { body: { items: [], total: 0 } },
  "GET /v1/sessions": { body: { items: [], total: 0 } },
  "GET /v1/approvals": { body: { items: [], total: 0 } },
};

const checked = (state: string, message: string, chosenBy: string | null): Routes => ({
  "GET /v1/model": {
    body: {
      name: "openai/x",
      source: chosenBy === null ? "connected" : "environment",
      chosen_by: chosenBy,
    },
  },
  "POST /v1/model/check": { body: { name: "openai/x", state, message } },
});

const missing = (reason: string, command: string | null): Routes => ({
  "POST /v1/sandbox/check": {
    body: {
      enforcement: "degraded",
      problem: { reason, message: "It is not there.", command },
      bounds: [{ name: "memory", held_by: "nothing", message: "nothing holds a program to it" }],
      canaries: [],
    },
  },
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "capstan-doctor-"));
  writeFileSync(join(home, "api-key"), "key\n", { mode: 0o600 });
});
afterEach(() => rmSync(home, { recursive: true }));

const doctor = (routes: Routes, argv: string[] = []) =>
  runAgainst({ ...HEALTHY, ...routes }, ["doctor", ...argv], {
    env: { CAPSTAN_HOME: home, CAPSTAN_API_KEY: "" },
  });

describe("doctor", () => {
  test("says ok, line by line, when all is well", async () => {
    const { code, out, seen } = await doctor({});
    expect(code).toBe(0);
    expect(out.match(/^\w+/gm)).toEqual(Array(16).fill("ok"));
    expect(out).toContain("unchanged: 3 records");
    expect(out).toContain(
      "offline: built in, there is no provider to ask. To connect another: capstan model connect",
    );
    expect(seen.at(-1)?.authorization).toBe("Bearer key");
  });

  test("P13: says where a model does not read all of what packs say of themselves", async () => {
    const { code, out } = await doctor({
      "GET /v1/sessions": {
        body: {
          items: [
            { id: "session_1", packs: [{ id: "a" }] },
            { id: "s2", packs: [] },
          ],
        },
      },
      "GET /v1/sessions/session_1/packs": { body: { shortened: "cut", warnings: [] } },
    });
    expect(code).toBe(0);
    expect(out).toMatch(
      /warn\s+packs\s+In one session the descriptions of packs are cut or left out\. See: .*sessions show session_1/,
    );
  });

  test("F26: names each folder that was not installed, with the reason", async () => {
    const refused = [
      { path: "/home/me/skills/one", reason: "There is a skill with this name." },
      { path: "/home/me/skills/two", reason: "It has no SKILL.md." },
    ];
    const { code, out } = await doctor({
      "GET /v1/refused-folders": { body: { items: refused, total: 2 } },
    });
    expect(code).toBe(0);
    for (const { path, reason } of refused) {
      expect(out).toContain(`${path} was not installed. ${reason}`);
    }
  });

  test("--json gives the checks as data", async () => {
    const { code, out } = await doctor({}, ["--json"]);
    const report = JSON.parse(out);
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(report.checks.map((check: { name: string }) => check.name)).toEqual([
      ...["node", "home", "api key", "private", "server", "ready", "interrupted", "key accepted"],
      ...[
        "model",
        "folders",
        "packs",
        "sandbox",
        "limit: memory",
        "sandbox: tcp",
        "audit",
        "approvals",
      ],
    ]);
    expect(report.checks[0]).toEqual({
      name: "node",
      state: "ok",
      message: process.versions.node,
    });
  });

  test.each<{ name: string; routes: Routes; line: RegExp; exit: number }>([
    {
      name: "another version",
      routes: { "GET /healthz": { body: { status: "ok", version: "9.9.9" } } },
      line: /^warn +server .*runs 9\.9\.9/m,
      exit: 0,
    },
    {
      name: "calls to reconcile",
      routes: { "GET /readyz": { body: { status: "ready", unknown_calls: 2 } } },
      line: /^warn +interrupted +2 calls may or may not have run/m,
      exit: 0,
    },
    {
      name: "checkpoints that cannot be kept",
      routes: {
        "GET /v1/audit/verify": {
          body: {
            ...{ ok: true, streams: 1, records: 3, checkpoints: 1 },
            kept: { sequence: 1, place: "kept.jsonl", problem: "EACCES" },
          },
        },
      },
      line: /^warn +audit .*checkpoint 1 kept in kept\.jsonl\. They cannot be kept there: EACCES/m,
      exit: 0,
    },
    {
      name: "a provider that refuses the key",
      routes: checked("key_refused", "the key was refused (401). Not now.", "OPENAI_API_KEY"),
      line: /^fail +model +openai\/x: the key was refused \(401\)\. Not now\. Set another key/m,
      exit: 1,
    },
    {
      name: "a connected provider that refuses the key",
      routes: checked("key_refused", "the key was refused (401).", null),
      line: /^fail +model +openai\/x: the key was refused \(401\)\. Connect another: .*model connect/m,
      exit: 1,
    },
    {
      name: "a model that its provider does not know",
      routes: checked(
        "model_unknown",
        "there is no such model, or no such address (404).",
        "CAPSTAN_MODEL",
      ),
      line: /^fail +model +openai\/x: there is no such model.*takes it from CAPSTAN_MODEL: change/m,
      exit: 1,
    },
    {
      name: "a provider that cannot be reached",
      routes: checked("unreachable", "it cannot be reached.", null),
      line: /^fail +model +openai\/x: it cannot be reached\./m,
      exit: 1,
    },
    {
      name: "a provider that has had enough",
      routes: checked("rate_limited", "too many requests or no credit left (429).", null),
      line: /^warn +model +openai\/x: too many requests/m,
      exit: 0,
    },
    {
      name: "a canary that did not hold",
      routes: {
        "POST /v1/sandbox/check": {
          body: {
            enforcement: "bubblewrap",
            problem: null,
            bounds: [],
            canaries: [{ name: "udp", held: false, message: "A UDP datagram reached the host." }],
          },
        },
      },
      line: /^fail +sandbox: udp +A UDP datagram reached the host\. Run no programs of others/m,
      exit: 1,
    },
    {
      name: "a limit that nothing holds",
      routes: missing("not_installed", null),
      line: /^warn +limit: memory +nothing holds a program to it$/m,
      exit: 0,
    },
    {
      name: "a missing sandbox",
      routes: missing("not_installed", "sudo apt-get install -y bubblewrap"),
      line: /^warn +sandbox +It is not there\.\n {4}sudo apt-get install -y bubblewrap$/m,
      exit: 0,
    },
    {
      name: "a command of several lines, as it is to be typed",
      routes: missing("refused", "sudo tee x <<'P'\n  userns,\nP"),
      line: /^warn +sandbox +It is not there\.\n {4}sudo tee x <<'P'\n {6}userns,\n {4}P$/m,
      exit: 0,
    },
    {
      name: "approvals that wait",
      routes: { "GET /v1/approvals": { body: { items: [], total: 3 } } },
      line: /^warn +approvals +3 wait.*capstan approvals list/m,
      exit: 0,
    },
    {
      name: "a server that is not ready",
      routes: {
        "GET /readyz": { status: 503, body: { status: "starting", checks: { store: "no" } } },
      },
      line: /^fail +ready .*503.*"store":"no"/m,
      exit: 1,
    },
    {
      name: "a key that is refused",
      routes: {
        "GET /v1/tools": { status: 401, body: { code: "UNAUTHENTICATED", detail: "No." } },
      },
      line: /^fail +key accepted .*set CAPSTAN_API_KEY/m,
      exit: 1,
    },
    {
      name: "a changed audit trail",
      routes: {
        "GET /v1/audit/verify": {
          body: {
            ok: false,
            streams: 1,
            records: 3,
            first_bad: { stream: "system", sequence: 2, reason: "gap" },
          },
        },
      },
      line: /^fail +audit .*stream system, sequence 2/m,
      exit: 1,
    },
  ])("reports $name and what to do", async ({ routes, line, exit }) => {
    const { code, out } = await doctor(routes);
    expect(out).toMatch(line);
    expect(code).toBe(exit);
  });

  test("fails when others can read the key", async () => {
    chmodSync(join(home, "api-key"), 0o644);
    const { code, out } = await doctor({});
    expect(code).toBe(1);
    expect(out).toContain(`chmod 600 ${join(home, "api-key")}`);
  });

  test("fails without a server, and still reports the rest", async () => {
    const env = { CAPSTAN_URL: "http://127.0.0.1:1", CAPSTAN_HOME: "/nonexistent" };
    const { code, out } = await run(["doctor"], { env });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail +server .*capstan serve/m);
    expect(out).toMatch(/^ok +home .*CAPSTAN_URL is used/m);
  });

  test.each([
    ["24.15.0", "ok"],
    ["24.14.9", "fail"],
    ["20.19.0", "fail"],
    ["26.0.0", "ok"],
  ])("Node %s is %s", (version, state) => {
    expect(checkNode(version).state).toBe(state);
  });
});

describe("doctor --fix", () => {
  const evil = missing("not_installed", "rm -rf /");
  const LINUX = {
    platform: "linux",
    processor: "x64",
    isRoot: false,
    osRelease: "ID=debian",
    isContainer: false,
    switches: new Map(),
  };
  const INSTALL = ["sudo", "apt-get", "install", "-y", "bubblewrap"];

  /** What it ran on this system, what it asked and what it said. */
  async function fix(routes: Routes, given: { answer?: string; isTty?: boolean; url?: string }) {
    await using server = await startFakeServer({ ...HEALTHY, ...routes });
    const said: string[] = [];
    const asked: string[] = [];
    const ran: (readonly string[])[] = [];
    const client = createClient(server.url, {}, "key");
    const context = {
      json: false,
      io: {
        isTty: given.isTty ?? true,
        isTyped: true,
        err: (line: string) => said.push(line),
        ask: async (question: string) => {
          asked.push(question);
          return { line: given.answer ?? "" };
        },
        close: async () => {},
      },
      client: async () => ({ ...client, ...(given.url && { url: given.url }) }),
    } as unknown as CommandContext;
    await mendSandbox(context, {
      facts: LINUX,
      run: async (argv) => {
        ran.push(argv);
        return 0;
      },
    });
    return { said: said.join("\n"), asked, ran };
  }

  test("runs the one command of this system, after a yes, and never what a server says", async () => {
    const { asked, ran } = await fix(evil, { answer: "y" });
    expect(asked).toEqual(['Run "sudo apt-get install -y bubblewrap"? [y/N] ']);
    expect(ran).toEqual([INSTALL]);
  });

  test.each(["", "n", "yo", "no"])("runs nothing after %j", async (answer) => {
    const { said, ran } = await fix(evil, { answer });
    expect({ said, ran }).toEqual({ said: "Nothing was done.", ran: [] });
  });

  test("runs nothing where nobody can be asked, and says the command", async () => {
    const { said, asked, ran } = await fix(evil, { answer: "y", isTty: false });
    expect({ asked, ran }).toEqual({ asked: [], ran: [] });
    expect(said).toContain("run: sudo apt-get install -y bubblewrap");
  });

  test("runs nothing for a server on another machine", async () => {
    const { said, ran } = await fix(evil, { answer: "y", url: "https://capstan.example" });
    expect(ran).toEqual([]);
    expect(said).toContain("The server runs elsewhere");
  });

  test.each<[string, Routes, string]>([
    ["works already", {}, "The sandbox works"],
    ["is off", missing("off", null), "It is not there."],
    ["no single command mends", missing("refused", "a\nb"), "No single command"],
  ])("runs nothing when the sandbox %s", async (_name, routes, says) => {
    const { said, asked, ran } = await fix(routes, { answer: "y" });
    expect({ asked, ran }).toEqual({ asked: [], ran: [] });
    expect(said).toContain(says);
  });

  test("the report comes after it", async () => {
    const { code, out, err } = await doctor({}, ["--fix"]);
    expect(code).toBe(0);
    expect(err).toBe("The sandbox works: there is nothing to mend.");
    expect(out).toMatch(/^ok +sandbox: tcp /m);
  });
});
