import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import { shownTool } from "../../../engine/composition/shown-tools.ts";
import { riskRank } from "../../../schema/risk-level.ts";
import type { SideEffect } from "../../../schema/side-effect.ts";
import type { Tool } from "../../../schema/tool.ts";
import type { NamedTool } from "./tool-book.ts";

const REACHES_OUT = /^(?:network|cloud|payments)/;
const DESTROYS: ReadonlySet<SideEffect> = new Set<SideEffect>([
  "fs.delete",
  "fs.move",
  "cloud.resource_delete",
  "database.delete",
  "payments",
]);

/** A tool as MCP describes one. Its annotations are our judgement, and not what its source says. */
export function describeTool({ name, tool }: NamedTool, title: string | undefined): McpTool {
  const { description, inputSchema } = shownTool(tool);
  const { outputSchema, behaviour } = tool;
  const shown = title === undefined ? tool.name : `${title}: ${tool.name}`;
  return {
    name,
    title: shown,
    description,
    inputSchema: { ...inputSchema, type: "object" } as McpTool["inputSchema"],
    ...(promisesObject(outputSchema) && {
      outputSchema: outputSchema as unknown as NonNullable<McpTool["outputSchema"]>,
    }),
    annotations: {
      title: shown,
      readOnlyHint: behaviour.readOnly,
      destructiveHint: isDestructive(tool),
      idempotentHint: behaviour.readOnly || behaviour.idempotent,
      openWorldHint:
        tool.sourceType === "mcp" || tool.sideEffectTags.some((tag) => REACHES_OUT.test(tag)),
    },
    _meta: {
      "capstan/tool-id": tool.toolId,
      "capstan/risk-level": tool.riskLevel,
      "capstan/side-effects": [...tool.sideEffectTags],
    },
  };
}

/** Structured output is an object: of any other, the text alone is told. */
export function promisesObject(schema: JsonObject | null): schema is JsonObject {
  return isJsonObject(schema) && schema.type === "object";
}

function isDestructive({ behaviour, riskLevel, sideEffectTags }: Tool): boolean {
  if (behaviour.readOnly) return false;
  return riskRank(riskLevel) >= riskRank("HIGH") || sideEffectTags.some((tag) => DESTROYS.has(tag));
}
