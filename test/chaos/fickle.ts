import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuiltinCapability, BuiltinTool } from "../../src/features/builtin-capability.ts";

// Effects that happen, and of which nobody is told: each leaves its line in the witness file first.

/** What has no end that anybody could know, by name. */
export const FICKLE_TOOLS: ReadonlySet<string> = new Set([
  "append_cut",
  "append_unanswered",
  "append_overtime",
  "append_slowly",
]);

const INPUT = {
  type: "object",
  properties: { line: { type: "string" } },
  required: ["line"],
  additionalProperties: false,
};

/** Longer than a busy test process is silent: the effect is there before its time is over. */
const UNANSWERED_S = 1.5;

/** In the victim's own process: acts, and is then out of time, cancelled or halted. */
export function createFickle(file: string, afterWrite: () => Promise<void>): BuiltinCapability {
  const tool = (name: string, timeoutMs: number): BuiltinTool => ({
    name,
    description: `Appends a line to the witness file, and does not end (${name}).`,
    riskLevel: "MED",
    sideEffectTags: ["fs.write"],
    inputSchema: INPUT,
    behaviour: { timeoutMs },
    async run({ line }, { idempotencyKey }) {
      appendFileSync(file, `${name} ${line} ${idempotencyKey}\n`);
      await afterWrite();
      return new Promise(() => {});
    },
  });
  return {
    id: "fickle",
    name: "Fickle",
    description: "Acts, and does not say so.",
    status: "available",
    tools: [tool("append_overtime", 150), tool("append_slowly", 60_000)],
  };
}

/** On another server, which outlives every victim: acts, and then cuts the connection or is silent. */
export async function startFickleServer() {
  const folder = mkdtempSync(join(tmpdir(), "capstan-fickle-"));
  const file = join(folder, "witness.txt");
  const server = createServer(async (request, response) => {
    const { line } = JSON.parse(await bodyOf(request));
    const name = request.url?.slice(1);
    appendFileSync(file, `${name} ${line} ${request.headers["idempotency-key"]}\n`);
    if (name === "append_cut") response.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tool = (name: string) => ({
    name,
    description: `Appends a line to the witness file, and does not answer (${name}).`,
    input_schema: INPUT,
    risk_level: "MED",
    timeout_s: UNANSWERED_S,
    http: { method: "POST", url: `http://${host}/${name}`, body: { line: "{{line}}" } },
  });
  return {
    file,
    settings: {
      web_fetch: { allow_hosts: [host] },
      policy: { permissions: { allow: ["ext:*"] } },
    },
    manifest: {
      id: "far",
      name: "Far",
      description: "Acts on another server, which does not say so.",
      tools: [tool("append_cut"), tool("append_unanswered")],
    },
    close(): void {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type FickleServer = Awaited<ReturnType<typeof startFickleServer>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
