import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APPROVAL_SERVER } from "./approval-server.ts";
import { serveChild } from "./serve-child.ts";

const WARM_UPS = 20;
const SCRIPT = { steps: [{ tool_calls: [{ name: "start", input: {} }] }, { text: "It ran." }] };
const SETTINGS = { limits: { approvals_per_minute: 1_000_000 } };

type Waiting = { session: { input_request: { approval_ids: string[] } | null } };
type Ran = { outcome: { outputs?: { at: number } } };

/** Milliseconds from a person's Run, of a call in a session's turn, to the tool's own code. */
export async function benchApprovalStart(runs: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify(SCRIPT));
  const server = await serveChild({
    env: { CAPSTAN_MODEL: `scripted:${script}` },
    settings: SETTINGS,
    command: [APPROVAL_SERVER],
  });
  const delays: number[] = [];
  try {
    const agent = await server.call<{ id: string }>("POST", "/v1/agents", {
      name: "starter",
      system_prompt: "",
      capabilities: ["starter"],
    });
    for (let run = 0; run < WARM_UPS + runs; run++) {
      const { id } = await server.call<{ id: string }>("POST", "/v1/sessions", {
        agent_id: agent.id,
      });
      const path = `/v1/sessions/${id}/messages?wait_ms=10000`;
      const { session } = await server.call<Waiting>("POST", path, { content: "go" });
      const [approval] = session.input_request?.approval_ids ?? [];
      const before = performance.timeOrigin + performance.now();
      const { outcome } = await server.call<Ran>("POST", `/v1/approvals/${approval}/run`);
      if (!outcome.outputs) throw new Error("The approved call did not run.");
      if (run >= WARM_UPS) delays.push(outcome.outputs.at - before);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return delays;
}
