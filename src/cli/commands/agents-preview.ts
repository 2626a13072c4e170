import type { AgentPreview } from "../../http/client/wire.ts";
import { block } from "../block.ts";
import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

const TEXT_LENGTH = 20_000;

export const agentsPreview: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/agents/:id/preview", {
    params: { id: args.require("agent_id") },
  });
  await context.print(answer, (preview) => [
    `About ${preview.estimated_tokens} tokens: a prompt and ${preview.tools.length} tools.`,
    ...preview.warnings.map((warning) => `Warning: ${warning}`),
    "prompt",
    ...block(preview.system_prompt, TEXT_LENGTH),
    "tools",
    ...toolLines(preview.tools),
  ]);
  return EXIT.done;
};

/** Tools under the source that they come from; a tool with another name than its own says whose it is. */
function toolLines(tools: AgentPreview["tools"]): string[] {
  const bySource = Map.groupBy(tools, ({ tool_id: id }) => id.slice(0, id.lastIndexOf(":")));
  const rows = tools.map(({ tool_id: id, wire_name: wire, risk_level: risk }) => {
    const name = id.slice(id.lastIndexOf(":") + 1);
    return [`    ${name}`, risk, ...(wire === name ? [] : [`called ${wire}`])];
  });
  const lines = new Map(columns(rows).map((line, at) => [tools[at], line]));
  return [...bySource].flatMap(([source, own]) => [
    `  ${source}`,
    ...own.map((tool) => lines.get(tool) ?? ""),
  ]);
}
