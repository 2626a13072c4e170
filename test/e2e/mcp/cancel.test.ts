import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import {
  type Answering,
  openClient,
  textOf,
} from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { fixture, openMcpApi } from "./open-mcp-api.ts";

/** A server that writes down each effect, and whether it was told to stop. */
async function openCancelling() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-cancel-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const witness = join(folder, "witness");
  const api = await openMcpApi();
  onTestFinished(() => api.gateway.close());
  const access = { paths: [{ root: folder, verbs: ["read", "write"] }], hosts: [] };
  await api.add("slow", fixture("hostile.mjs"), {
    args: [witness],
    capstan: { access, trust: true, risk: "LOW" },
  });
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
  async function records(type: string): Promise<{ tool_id: string; data: JsonObject }[]> {
    const { body } = await api.get<{ items: { tool_id: string; data: JsonObject }[] }>(
      `/v1/audit?type=${type}`,
    );
    return body.items;
  }
  return {
    api,
    records,
    effects: () => (read(witness) ?? "").trim().split("\n"),
    runs: () => read(`${witness}.running`) === "1",
    wasStopped: () => read(`${witness}.running`) === "",
  };
}

test.each(["2025", "2026"] as const)(
  "C19: in %s a client's cancellation reaches the server, the call is on record as cancelled, and nobody is asked about it",
  async (era) => {
    const { api, records, runs, wasStopped } = await openCancelling();
    const client = await openClient(api, { era, query: "?server=slow" });
    const over = new AbortController();
    const call = { name: "never_reads", arguments: {} };
    const calling = expect(client.callTool(call, { signal: over.signal })).rejects.toThrow();
    await expect.poll(runs).toBe(true);
    over.abort();
    await calling;
    await expect.poll(wasStopped).toBe(true);
    await expect
      .poll(() => records("invocation.ended"))
      .toMatchObject([{ data: { state: "failed", error_code: "CANCELLED" } }]);
    expect(await api.pending()).toEqual([]);
    expect(await records("invocation.interrupted")).toEqual([]);
    // The same call is a new one: it reaches the server again.
    const second = new AbortController();
    const again = expect(client.callTool(call, { signal: second.signal })).rejects.toThrow();
    await expect.poll(runs).toBe(true);
    second.abort();
    await again;
    await client.close();
  },
);

test.each(["2025", "2026"] as const)(
  "A91: in %s an effect that was cancelled in the middle is not run again before a person has said what became of it",
  async (era) => {
    const { api, records, effects, runs, wasStopped } = await openCancelling();
    const client = await openClient(api, { era, query: "?server=slow" });
    const over = new AbortController();
    const call = { name: "never", arguments: {} };
    const calling = expect(client.callTool(call, { signal: over.signal })).rejects.toThrow();
    await expect.poll(runs).toBe(true);
    over.abort();
    await calling;
    await expect.poll(wasStopped).toBe(true);
    const interrupted = async () =>
      (await records("invocation.interrupted")).map(({ data }) => data);
    const reason = "Cancelled by a person.";
    await expect.poll(interrupted).toMatchObject([{ reason }]);
    for (const _ of [1, 2]) {
      expect(textOf(await client.callTool(call))).toContain("It is unknown whether this call ran");
    }
    expect(effects()).toEqual(["never"]);
    expect(await interrupted()).toHaveLength(1);
    await client.close();
  },
);

test("a question of a server goes when its call is cancelled, and is not asked again", async () => {
  const { api, records, effects } = await openCancelling();
  const answer = vi.fn<Answering>(() => new Promise(() => {}));
  const client = await openClient(api, { query: "?server=slow", answer });
  const over = new AbortController();
  const call = { name: "asks", arguments: {} };
  const calling = expect(client.callTool(call, { signal: over.signal })).rejects.toThrow();
  await expect.poll(() => answer.mock.calls.length).toBe(1);
  over.abort();
  await calling;
  await expect
    .poll(() => records("invocation.interrupted"))
    .toMatchObject([{ data: { reason: "Cancelled by a person." } }]);
  expect(api.gate.questions.size).toBe(0);
  expect(effects()).not.toContain("asked red");
  expect(textOf(await client.callTool(call))).toContain("It is unknown whether this call ran");
  expect(answer).toHaveBeenCalledTimes(1);
  await client.close();
});
