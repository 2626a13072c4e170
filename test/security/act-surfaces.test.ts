import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openClient, textOf } from "../../src/features/mcp/gateway/testing/open-client.ts";
import { type Api, openApi } from "../open-api.ts";
import { fakeProcesses } from "./fake-processes.ts";
import { makeFolder } from "./open-agent.ts";

const SLOW = 40_000;
const TOOL = "agent:system_agent:end_process";
const FOLDER = resolve("capabilities/system_agent");

let api: Api;
afterEach(async () => {
  await api.gateway.close();
  await api.close();
});

/** `system_agent` on a machine of the test's own, allowed to start without a question. */
async function openSystem() {
  const machine = fakeProcesses("database");
  const [one] = await machine.processes.list();
  api = await openApi({
    machine: "here",
    contentFolder: makeFolder(),
    processes: machine.processes,
    permissions: { allow: ["agent:system_agent:*"] },
  });
  const installed = await api.post("/v1/capabilities/install", { path: FOLDER }, { as: "admin" });
  expect(installed.status).toBe(201);
  return { ...machine, pid: one?.pid ?? 0 };
}

type Outcome = { invocation_id: string; state: string; input_request?: { approval_ids: string[] } };

describe("F13: ending a process asks one question", () => {
  test(
    "over HTTP; Run answers with the outcome of the call that was made",
    async () => {
      const { pid, ended } = await openSystem();
      const path = `/v1/tools/${encodeURIComponent(TOOL)}/invoke`;
      const { body: asked } = await api.post<Outcome>(path, { inputs: { pid } }, { as: "agent" });
      expect(asked).toMatchObject({ state: "input_required", input_request: { kind: "approval" } });
      const [id] = asked.input_request?.approval_ids ?? [];
      const shown = await api.get(`/v1/approvals/${id}`);
      expect(shown.body).toMatchObject({
        tool_id: "system:end_process",
        risk_level: "HIGH",
        inputs: { pid, name: "database" },
      });
      expect((await api.post(`/v1/approvals/${id}/run`, {}, { as: "agent" })).status).toBe(403);
      const [first, second] = await Promise.all([
        api.post(`/v1/approvals/${id}/run`),
        api.post(`/v1/approvals/${id}/run`),
      ]);
      for (const { body } of [first, second]) {
        expect(body).toMatchObject({
          approval: { state: "used" },
          outcome: { invocation_id: asked.invocation_id, state: "completed" },
        });
      }
      expect(ended).toEqual(["database"]);
      const { body } = await api.get<{ items: { type: string; tool_id: string }[] }>("/v1/audit");
      const acts = body.items.filter(
        ({ type, tool_id }) => type === "invocation.ended" && tool_id === "system:end_process",
      );
      expect(acts).toHaveLength(1);
    },
    SLOW,
  );

  test(
    "over MCP, of the person at the client",
    async () => {
      const { pid, ended } = await openSystem();
      const asked: string[] = [];
      const client = await openClient(api, {
        era: "2025",
        answer: (message) => {
          asked.push(message);
          return { action: "accept", content: { decision: "run" } };
        },
      });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain("list_processes");
      const result = await client.callTool({ name: "end_process", arguments: { pid } });
      expect(asked).toEqual([expect.stringContaining("system:end_process")]);
      expect(result.isError).toBeFalsy();
      expect(textOf(result)).toContain("Ended the process");
      expect(ended).toEqual(["database"]);
      await client.close();
    },
    SLOW,
  );

  test(
    "over MCP, of somebody elsewhere; the same call then answers with its outcome",
    async () => {
      const { pid, ended } = await openSystem();
      const client = await openClient(api, { era: "2026", as: "agent" });
      const call = { name: "end_process", arguments: { pid } };
      expect(textOf(await client.callTool(call))).toContain("capstan approvals run");
      const [approval] = await api.pending();
      await api.post(`/v1/approvals/${approval?.id}/run`);
      expect(textOf(await client.callTool(call))).toContain("Ended the process");
      expect(ended).toEqual(["database"]);
      await client.close();
    },
    SLOW,
  );
});
