import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkNode } from "../doctor/check-node.ts";
import { packageInfo } from "../package-info.ts";
import type { Routes } from "../testing/fake-server.ts";
import { run, runAgainst } from "../testing/run-cli.ts";

const HEALTHY: Routes = {
  "GET /healthz": { body: { status: "ok", version: packageInfo().version } },
  "GET /readyz": { body: { status: "ready", checks: { store: "ok" }, unknown_calls: 0 } },
  "GET /v1/tools": { body: { items: [], total: 12 } },
  "POST /v1/model/check": {
    body: { name: "offline", state: "ok", message: "built in, there is no provider to ask." },
  },
  "GET /v1/audit/verify": { body: { ok: true, streams: 1, records: 3 } },
  "GET /v1/approvals": { body: { items: [], total: 0 } },
};

const checked = (state: string, message: string): Routes => ({
  "POST /v1/model/check": { body: { name: "openai/x", state, message } },
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
    expect(out.match(/^\w+/gm)).toEqual(Array(10).fill("ok"));
    expect(out).toContain("unchanged: 3 records");
    expect(out).toContain(
      "offline: built in, there is no provider to ask. Set ANTHROPIC_API_KEY for another.",
    );
    expect(seen.at(-1)?.authorization).toBe("Bearer key");
  });

  test("--json gives the checks as data", async () => {
    const { code, out } = await doctor({}, ["--json"]);
    const report = JSON.parse(out);
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(report.checks.map((check: { name: string }) => check.name)).toEqual([
      ...["node", "home", "api key", "server", "ready", "interrupted", "key accepted"],
      ...["model", "audit", "approvals"],
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
      routes: checked("key_refused", "the key was refused (401). Not now."),
      line: /^fail +model +openai\/x: the key was refused \(401\)\. Not now\. Set another key/m,
      exit: 1,
    },
    {
      name: "a model that its provider does not know",
      routes: checked("model_unknown", "there is no such model, or no such address (404)."),
      line: /^fail +model +openai\/x: there is no such model.*Choose another with CAPSTAN_MODEL/m,
      exit: 1,
    },
    {
      name: "a provider that cannot be reached",
      routes: checked("unreachable", "it cannot be reached."),
      line: /^fail +model +openai\/x: it cannot be reached\./m,
      exit: 1,
    },
    {
      name: "a provider that has had enough",
      routes: checked("rate_limited", "too many requests or no credit left (429)."),
      line: /^warn +model +openai\/x: too many requests/m,
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
