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
    ...columns(preview.tools.map((tool) => [`  ${tool.wire_name}`, tool.tool_id, tool.risk_level])),
  ]);
  return EXIT.done;
};
