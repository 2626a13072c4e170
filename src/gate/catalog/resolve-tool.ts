import { CapstanError } from "../../base/errors.ts";
import { isAct } from "../../schema/tool.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";

/** The entry of a tool that can be called; what a session has of its own is not looked at. */
export function resolveTool(catalog: Catalog, toolId: string, forProgram = false): CatalogEntry {
  const entry = catalog.getEntry(toolId);
  if (!entry) throw notFound(toolId, `No tool "${toolId}". List them with GET /v1/tools.`);
  if (!entry.tool.enabled && !(forProgram && isAct(entry.tool))) {
    const { problem } = entry.tool;
    const why = problem === undefined ? "" : ` ${problem}`;
    throw notFound(toolId, `The tool "${toolId}" is not enabled.${why}`);
  }
  return entry;
}

export function notFound(toolId: string, message: string): CapstanError {
  return new CapstanError("TOOL_NOT_FOUND", message, { details: { tool_id: toolId } });
}
