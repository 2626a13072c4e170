import type { Tool } from "../../http/client/wire.ts";
import { block } from "../block.ts";
import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

const TEXT_LENGTH = 20_000;

export const toolsShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/tools/:tool_id", {
    params: { tool_id: args.require("tool_id") },
  });
  await context.print(answer, showTool);
  return EXIT.done;
};

function showTool(tool: Tool): string[] {
  const risk = tool.risk_reasons.length > 0 ? ` (${tool.risk_reasons.join("; ")})` : "";
  return [
    ...columns([
      ["tool", tool.tool_id],
      ["name", tool.name],
      ["wire name", tool.wire_name],
      ["risk", `${tool.risk_level}${risk}`],
      ["effects", tool.side_effect_tags.join(", ") || "none declared"],
      ["capability", `${tool.capability_id} ${tool.version}`],
      ["trust", tool.trust],
      ["enabled", tool.enabled ? "yes" : "no"],
      ["digest", tool.digest],
    ]),
    "description",
    ...block(tool.description, TEXT_LENGTH),
    "input schema",
    ...block(JSON.stringify(tool.input_schema, null, 2), TEXT_LENGTH),
  ];
}
