import { CapstanError } from "../base/errors.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Tool } from "../schema/tool.ts";

export function resolveTool(catalog: Catalog, toolId: string): Tool {
  const tool = catalog.getTool(toolId);
  if (!tool) {
    throw new CapstanError("TOOL_NOT_FOUND", `No tool "${toolId}". List them with GET /v1/tools.`, {
      details: { tool_id: toolId },
    });
  }
  if (!tool.enabled) {
    throw new CapstanError("TOOL_NOT_FOUND", `The tool "${toolId}" is not enabled.`, {
      details: { tool_id: toolId },
    });
  }
  return tool;
}
