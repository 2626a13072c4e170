import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startLive } from "../../../test/live-server.ts";
import { NO_TELEMETRY, openTelemetry } from "./telemetry.ts";

let stop = async () => {};
afterEach(() => stop());

/** Takes what an exporter sends, as a collector would. */
async function openCollector() {
  const received: Record<string, string[]> = { "/v1/traces": [], "/v1/metrics": [] };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received[request.url ?? ""]?.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

describe("telemetry", () => {
  test("is not loaded unless there is somewhere to send it", async () => {
    expect(await openTelemetry({}, "1")).toBe(NO_TELEMETRY);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_SDK_DISABLED: "true" };
    expect(await openTelemetry(off, "1")).toBe(NO_TELEMETRY);
  });

  test("sends a turn, its model calls and its tool calls as spans, and what was audited as metrics", async () => {
    const { url, received } = await openCollector();
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
    try {
      const live = await startLive({
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
        steps: [
          { tool_calls: [{ name: "calculate", input: { expression: "1 + 41" } }] },
          { text: "It is a private answer." },
        ],
      });
      const { body } = await live.call<{ id: string }>("POST", "/v1/sessions", {});
      await live.call("POST", `/v1/sessions/${body.id}/messages?wait_ms=5000`, {
        content: "a private question",
      });
      await live.stop();
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    }
    const spans = received["/v1/traces"]?.join("") ?? "";
    expect(spans).toContain('"name":"invoke_agent"');
    expect(spans).toContain('"name":"execute_tool calculate"');
    expect(spans).toMatch(/"name":"chat scripted:/);
    expect(spans).toContain('"key":"gen_ai.conversation.id"');
    const metrics = received["/v1/metrics"]?.join("") ?? "";
    expect(metrics).toContain("gen_ai.client.operation.duration");
    expect(metrics).toContain("capstan.audit.records");
    expect(spans + metrics).not.toContain("private");
  });
});
