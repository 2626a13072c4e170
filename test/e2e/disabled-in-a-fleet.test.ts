import { expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet } from "../chaos/fleet.ts";
import { ADMIN_KEY, KEY } from "../chaos/member.ts";
import { listenTo } from "../live-server.ts";

type Made = { readonly token: string; readonly principal_id: string };
type Session = { readonly id: string };
type Approvals = { readonly items: readonly { readonly state: string }[] };

/** The promise of the guide: within five seconds, on every server. */
const WITHIN = { timeout: 5_000, interval: 50 };

test("F15: a principal that one server disables has no key, question or stream on another", {
  timeout: 60_000,
}, async () => {
  const steps = [{ tool_calls: [{ name: "append", input: { line: "asked" } }] }];
  const fleet = createFleet({ database: await emptySchema(), steps });
  onTestFinished(() => fleet.close());
  const [a, b] = [fleet.server(), fleet.server({ VICTIM_IDLE: "0" })];
  await Promise.all([a.start(), b.start()]);

  const wanted = { name: "ci", scopes: ["invoke"] };
  const { token, principal_id: id } = await a.ask<Made>("POST", "/v1/tokens", wanted, ADMIN_KEY);
  const session = await b.ask<Session>("POST", "/v1/sessions", {}, token);
  const messages = `/v1/sessions/${session.id}/messages?wait_ms=10000`;
  await b.ask("POST", messages, { content: "append it" }, token);
  const waiting = `/v1/approvals?session_id=${session.id}`;
  const stateAt = async (member: typeof a) =>
    (await member.ask<Approvals>("GET", waiting, undefined, KEY)).items.map(({ state }) => state);
  expect(await stateAt(b)).toEqual(["pending"]);
  const stream = await listenTo(`${b.url()}/v1/sessions/${session.id}/events/stream`, {
    authorization: `Bearer ${token}`,
  });
  onTestFinished(() => void stream.close());

  await a.ask("PATCH", `/v1/principals/${id}`, { state: "disabled" }, ADMIN_KEY);
  await Promise.all([
    vi.waitFor(async () => {
      await expect(b.ask("GET", "/v1/me", undefined, token)).rejects.toThrow("UNAUTHENTICATED");
    }, WITHIN),
    vi.waitFor(async () => expect(await stateAt(b)).toEqual(["withdrawn"]), WITHIN),
    vi.waitFor(() => expect(stream.response.closed).toBe(true), WITHIN),
  ]);
  expect(fleet.lines()).toEqual([]);

  await a.ask("PATCH", `/v1/principals/${id}`, { state: "active" }, ADMIN_KEY);
  await vi.waitFor(async () => {
    expect(await b.ask("GET", "/v1/me", undefined, token)).toMatchObject({ id });
  }, WITHIN);
});
