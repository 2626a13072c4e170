import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Live, startLive } from "../../../test/live-server.ts";
import { packageInfo } from "../package-info.ts";
import { run } from "../testing/run-cli.ts";

let live: Live;
beforeAll(async () => {
  live = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
});
afterAll(() => live.stop());

const here = () => ({ CAPSTAN_HOME: live.home });

describe("status", () => {
  test("says what goes on in the server of this home", async () => {
    const { id } = (await live.call<{ id: string }>("POST", "/v1/sessions", { profile: "strict" }))
      .body;
    const path = `/v1/sessions/${id}/messages?wait_ms=5000`;
    await live.call("POST", path, { content: "multiply 6 by 7" });
    const { code, out } = await run(["status"], { env: here() });
    expect(code).toBe(0);
    expect(out).toMatch(/^server +http:\/\/127\.0\.0\.1:\d+, version 0\.0\.0-test$/m);
    expect(out).toMatch(/^model +offline/m);
    // It waits, and nothing of it runs.
    expect(out).toMatch(/^sessions +0 at work$/m);
    expect(out).toMatch(/^last hour +\d+ turns?, 0 failed$/m);
    expect(out).not.toMatch(/\b1 turns/);
    expect(out).toMatch(/^approvals +1 wait/m);
    expect(out).toContain("To see what waits:  capstan approvals list");
    const json = JSON.parse((await run(["status", "--json"], { env: here() })).out);
    expect(json).toMatchObject({ running: true, approvals_pending: 1, stopped: null });
  });

  test("only looks: where none runs it says so, and starts none", async () => {
    const env = { CAPSTAN_HOME: "/nonexistent" };
    const { code, out } = await run(["status"], { env });
    expect(code).toBe(1);
    expect(out).toContain("No server runs for the home /nonexistent.");
    const json = await run(["status", "--json"], { env });
    expect(JSON.parse(json.out)).toEqual({ running: false, home: "/nonexistent" });
  });
});

test("version prints the version, and with --json that of its Node too", async () => {
  const { version } = packageInfo();
  expect((await run(["version"])).out).toBe(version);
  expect(JSON.parse((await run(["version", "--json"])).out)).toEqual({
    version,
    node: process.versions.node,
  });
});

describe("sessions delete", () => {
  const open = async () =>
    (await live.call<{ id: string }>("POST", "/v1/sessions", { title: "Sums" })).body.id;
  const erase = (id: string, answers: string[], isTty = true) =>
    run(["sessions", "delete", id], { env: here(), isTty, answers });
  const exists = async (id: string) =>
    (await live.call("GET", `/v1/sessions/${id}`)).status === 200;

  test("asks a person first", async () => {
    const id = await open();
    const kept = await erase(id, ["n"]);
    expect(kept).toMatchObject({ code: 1, err: "Nothing was done." });
    expect(kept.out).toContain(`Erase session ${id} "Sums" for ever? [y/N]`);
    expect(await exists(id)).toBe(true);
    expect((await erase(id, ["y"])).code).toBe(0);
    expect(await exists(id)).toBe(false);
  });

  test("and no script", async () => {
    const id = await open();
    expect((await erase(id, [], false)).code).toBe(0);
    expect(await exists(id)).toBe(false);
  });
});

test("errors speak of things, not of routes", async () => {
  const say = async (...argv: string[]) => (await run(argv, { env: here() })).err;
  expect(await say("sessions", "show", "nope")).toContain('No session "nope".');
  expect(await say("approvals", "show", "nope")).toContain('No approval "nope".');
  expect(await say("tools", "call", "nope")).toBe(
    'capstan: No tool "nope". List them with capstan tools list. [TOOL_NOT_FOUND]',
  );
});
