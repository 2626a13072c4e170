import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/testing/run-cli.ts";
import type { List, Routes, Session } from "../../src/http/client/wire.ts";
import { type Live, startLive } from "../live-server.ts";

type Overview = Routes["GET /v1/overview"]["answer"];

const WRITE = "builtin:session_file_system:write_file";
const write = (path: string) => ({ name: WRITE, input: { path, content: "x" } });

const settings = { policy: { permissions: { ask: [WRITE] } } };
const steps = [
  { tool_calls: [{ name: "builtin:test_math:add", input: { a: 1, b: 2 } }] },
  { tool_calls: [write("/a.txt")] },
  { text: "Done." },
  { tool_calls: [write("/b.txt")] },
  { text: "Not done." },
  { tool_calls: [write("/c.txt")] },
];

const sum = <T>(points: readonly T[], of: (point: T) => number) =>
  points.reduce((total, point) => total + of(point), 0);

async function figures({ call }: Live) {
  const { body } = await call<Overview>("GET", "/v1/overview?hours=24");
  return {
    turns: sum(body.turns, ({ count }) => count),
    failed: sum(body.turns, ({ failed }) => failed),
    timed: body.turns.filter(({ p50_ms: ms }) => ms !== null).length > 0,
    asked: sum(body.approvals, ({ asked }) => asked),
    answered: sum(body.approvals, ({ answered }) => answered),
    tools: body.tools,
    waiting: body.approvals_pending,
    atWork: body.sessions_open,
  };
}

async function status({ home, key }: Live, url: string) {
  const env = { CAPSTAN_HOME: home, CAPSTAN_URL: url, CAPSTAN_API_KEY: key };
  const { out } = await run(["status", "--json"], { env });
  const { url: _, ...told } = JSON.parse(out);
  return told;
}

test("F73: a restart forgets no figure of the overview and of status", async () => {
  const home = mkdtempSync(join(tmpdir(), "capstan-figures-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  let live = await startLive({ home, settings, steps });
  const agent = { name: "clerk", capabilities: ["session_file_system", "test_math"] };
  const { body: made } = await live.call<{ id: string }>("POST", "/v1/agents", agent);
  const session = await live.call<Session>("POST", "/v1/sessions", { agent_id: made.id });
  const say = () =>
    live.call("POST", `/v1/sessions/${session.body.id}/messages?wait_ms=20000`, { content: "Go" });
  const answer = async (how: "run" | "deny") => {
    const { body } = await live.call<List<{ id: string }>>("GET", "/v1/approvals?state=pending");
    await live.call("POST", `/v1/approvals/${body.items[0]?.id}/${how}?wait_ms=20000`, {});
  };
  await say();
  await answer("run");
  await say();
  await answer("deny");
  await say();

  const [before, told] = [await figures(live), await status(live, live.url)];
  expect(before).toMatchObject({ turns: 2, asked: 3, answered: 2, waiting: 1 });
  expect(before.tools).toEqual([
    { tool_id: WRITE, calls: 1, failed: 0 },
    { tool_id: "builtin:test_math:add", calls: 1, failed: 0 },
  ]);
  expect(told).toMatchObject({ approvals_pending: 1, last_hour: { turns: 2, failed: 0 } });
  await live.stop();

  live = await startLive({ home, settings, steps });
  onTestFinished(() => live.stop());
  expect(await figures(live)).toEqual(before);
  expect(await status(live, live.url)).toEqual(told);
}, 60_000);
