import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { APPROVAL, OUTCOME, SECRET } from "../../../test/records.ts";
import { run, runAgainst } from "../testing/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HALT = { "DELETE /v1/halt": { body: { halted: false, halt: null } } };

describe("the admin key", () => {
  test("X36: comes from the environment, and is what is sent", async () => {
    const { seen } = await runAgainst(HALT, ["halt", "--lift"], {
      env: { CAPSTAN_ADMIN_KEY: "k1" },
    });
    expect(seen[0]?.authorization).toBe("Bearer k1");
  });

  test("X36: is asked for when it is not there", async () => {
    const { seen } = await runAgainst(HALT, ["halt", "--lift"], { typed: "k2" });
    expect(seen[0]?.authorization).toBe("Bearer k2");
  });

  test("A102: with nobody to ask, the command says what to set and does nothing", async () => {
    const { code, err, seen } = await runAgainst(HALT, ["halt", "--lift"]);
    expect({ code, seen }).toEqual({ code: 4, seen: [] });
    expect(err).toContain("CAPSTAN_ADMIN_KEY");
    expect(err).toContain("capstan admin reset");
  });

  test("is used for an approval that needs an admin, and only then", async () => {
    const problem = { status: 403, body: { code: "SCOPE_MISSING", message: "Needs an admin." } };
    const path = "POST /v1/approvals/appr_1/run";
    const argv = ["approvals", "run", "appr_1"];
    const env = { CAPSTAN_ADMIN_KEY: "k1" };
    const refused = await runAgainst({ [path]: problem }, argv, { env });
    expect(refused.seen.map((it) => it.authorization)).toEqual(["Bearer key", "Bearer k1"]);
    expect(refused).toMatchObject({ code: 4 });
    const body = { approval: { ...APPROVAL, state: "used" }, outcome: OUTCOME };
    const ran = await runAgainst({ [path]: { body } }, argv, { env });
    expect(new Set(ran.seen.map((it) => it.authorization))).toEqual(new Set(["Bearer key"]));
  });
});

describe("admin reset", () => {
  test("is done by the home's own program, not over the network", async () => {
    const { code } = await run(["admin", "reset"], { resetAdmin: async () => 0 });
    expect(code).toBe(0);
  });
});

describe("secrets set", () => {
  const routes = { "PUT /v1/secrets/API": { body: { secret: SECRET } } };
  const env = { CAPSTAN_ADMIN_KEY: "k1" };

  test("A107: takes the value from a pipe, without its line break", async () => {
    const argv = ["secrets", "set", "API", "--tool", "mcp:github:*,mcp:gitlab:*"];
    const { seen, out } = await runAgainst(routes, argv, { env, stdin: "v a l u e\n" });
    expect(seen[0]?.body).toEqual({ value: "v a l u e", tools: ["mcp:github:*", "mcp:gitlab:*"] });
    expect(out).not.toContain("v a l u e");
  });

  test("takes it as typed", async () => {
    const { seen } = await runAgainst(routes, ["secrets", "set", "API"], { env, typed: "typed!" });
    expect(seen[0]?.body).toEqual({ value: "typed!" });
  });

  test("A107: has no option for it, because arguments are seen by every user", async () => {
    const { code, seen } = await runAgainst(routes, ["secrets", "set", "API", "x"], { env });
    expect({ code, seen }).toEqual({ code: 2, seen: [] });
  });

  test("an empty value is refused", async () => {
    const { code, err, seen } = await runAgainst(routes, ["secrets", "set", "API"], { env });
    expect({ code, seen }).toEqual({ code: 2, seen: [] });
    expect(err).toContain("pipe it in");
  });
});

describe("approvals run --remember", () => {
  test("X6: says how far the answer is remembered", async () => {
    const body = { approval: { ...APPROVAL, state: "used" }, outcome: OUTCOME };
    const argv = ["approvals", "run", "appr_1", "--remember", "session", "--match", "tool"];
    const { seen } = await runAgainst({ "POST /v1/approvals/appr_1/run": { body } }, [
      ...argv,
      ...["--expires-in-s", "60"],
    ]);
    expect(seen[0]?.body).toEqual({
      remember: { scope: "session", match: "tool", expires_in_s: 60 },
    });
  });
});

describe("policy replay", () => {
  const file = join(folder, "draft.cedar");
  const answer = {
    decided: 3,
    unchanged: 2,
    redacted: 1,
    gone: 1,
    differing: [
      {
        invocation_id: "inv_1",
        at: "2026-03-01T10:00:00.000Z",
        tool_id: "mcp:fs:delete",
        was: "allow",
        now: "deny",
        rule: "no_deletes",
        redacted: true,
      },
    ],
  };

  test("sends the draft by its name and says what would have been different", async () => {
    writeFileSync(file, "forbid (principal, action, resource);");
    const routes = { "POST /v1/policy/replay": { body: answer } };
    const { out, seen, code } = await runAgainst(routes, ["policy", "replay", file]);
    expect(code).toBe(0);
    expect(seen[0]?.body).toMatchObject({
      draft: { name: "policy/draft.cedar", text: "forbid (principal, action, resource);" },
      since: "2026-02-22T10:00:00.000Z",
    });
    expect(out).toContain("3 recorded calls decided again: 1 differ, 2 do not.");
    expect(out).toMatch(/1 call {2}allow → deny ~/);
    expect(out).toContain("1 calls were left out");
  });

  test("F74: calls that one rule decides alike are one row with their number", async () => {
    const call = { tool_id: "builtin:a:b", was: "allow", now: "deny", rule: "no_sums" };
    const differing = [1, 2, 3].map((at) => ({
      ...{ ...call, at: `2026-02-28T10:00:0${at}.000Z`, invocation_id: `inv_${at}` },
      ...{ reason: "No.", redacted: false },
    }));
    const body = { decided: 3, unchanged: 0, redacted: 0, gone: 0, differing };
    const routes = { "POST /v1/policy/replay": { body } };
    const { out } = await runAgainst(routes, ["policy", "replay", file]);
    expect(out.split("\n").slice(1)).toEqual([
      "3 calls  allow → deny  builtin:a:b  no_sums  last 2026-02-28T10:00:03.000Z  inv_3",
    ]);
  });

  test("a file that is not there is wrong usage", async () => {
    const { code, err } = await runAgainst({}, ["policy", "replay", join(folder, "none")]);
    expect(code).toBe(2);
    expect(err).toContain("cannot be read");
  });

  test.each(["yesterday", "7w", "-3d"])("--since=%s is wrong usage", async (since) => {
    const { code, err } = await runAgainst({}, ["policy", "replay", file, `--since=${since}`]);
    expect(code).toBe(2);
    expect(err).toContain("7d");
  });
});

describe("policy check", () => {
  test("exits 1 and prints each problem as file:line:column", async () => {
    const problems = [{ file: "policy/a.cedar", line: 3, column: 5, message: "unexpected `,`" }];
    const routes = { "POST /v1/policy/check": { body: { ok: false, files: 1, problems } } };
    const { code, out } = await runAgainst(routes, ["policy", "check"]);
    expect({ code, out }).toEqual({ code: 1, out: "policy/a.cedar:3:5: unexpected `,`" });
  });
});

describe("audit export", () => {
  const text = '{"stream":"a"}\n{"sequence":1}\n';
  const routes = { "GET /v1/audit/export": { text } };

  test("prints the lines as they came", async () => {
    expect((await runAgainst(routes, ["audit", "export"])).out).toBe(text.trimEnd());
  });

  test("writes a new file, and never over an old one", async () => {
    const out = join(folder, "audit.ndjson");
    const first = await runAgainst(routes, ["audit", "export", "--out", out]);
    expect(first).toMatchObject({ code: 0, err: `Wrote 2 lines to ${out}.` });
    expect(readFileSync(out, "utf8")).toBe(text);
    expect((await runAgainst(routes, ["audit", "export", "--out", out])).code).not.toBe(0);
  });
});
