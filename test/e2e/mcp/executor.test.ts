import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MCP } from "../../../src/features/mcp/mcp-admin.ts";
import type { McpServers } from "../../../src/features/mcp/mcp-client.ts";
import { createMcpExecutor } from "../../../src/features/mcp/mcp-executor.ts";
import { executorContract } from "../../../src/testing/executor-contract.ts";
import { openApi } from "../../open-api.ts";
import { fixture } from "./open-mcp-api.ts";

executorContract("the executor of MCP tools", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  const witness = join(folder, "witness");
  const api = await openApi({});
  const access = { paths: [{ root: folder, verbs: ["read", "write"] }] };
  const args = [fixture("hostile.mjs"), witness];
  const body = { id: "served", command: "node", args, capstan: { access } };
  await api.post("/v1/mcp-servers", body, { as: "admin" });
  const executionOf = (tool: string) => {
    const entry = api.gate.catalog.getEntry(`mcp:served:${tool}`);
    if (!entry) throw new Error(`There is no ${tool}.`);
    return entry.execution;
  };
  const servers = api.engine.of(MCP) as unknown as McpServers;
  const executor = createMcpExecutor({ servers });
  const { access: held, openings } = api.gate.access.of("mcp:served", null);
  const roots = openings.flatMap(({ root, device, inode }) =>
    root === null ? [] : [{ root, device: device ?? "", inode: inode ?? "" }],
  );
  return {
    executor: {
      ...executor,
      // Every tool of the contract promises what it answers.
      execute: (request) =>
        executor.execute({
          ...request,
          tool: { ...request.tool, outputSchema: {} },
          context: { ...request.context, access: held },
          roots,
        }),
    },
    echo: executionOf("echo"),
    fail: executionOf("fail"),
    hang: executionOf("never"),
    isRunning: () =>
      existsSync(`${witness}.running`) && readFileSync(`${witness}.running`, "utf8") === "1",
    unknown: { ...executionOf("plain"), server: "nobody" },
    async close() {
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
