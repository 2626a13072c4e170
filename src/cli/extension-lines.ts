import type { Extension, ExtensionDetails } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { saidHere } from "./said-here.ts";
import { titled } from "./titled.ts";

export function extensionLines(extension: Extension): string[] {
  const facts: [string, string][] = [
    ["extension", extension.id],
    ["name", extension.name],
    ["version", extension.version],
    ["folder", extension.path ?? "none"],
    ["enabled", extension.enabled ? "yes" : "no"],
    ["digest", extension.digest],
  ];
  const { problem } = extension;
  return [
    ...columns(facts),
    ...titled("description", extension.description === "" ? [] : [extension.description]),
    ...titled("problem", problem === null ? [] : [saidHere(problem)]),
    ...titled(
      "tools",
      extension.tools.map(
        (tool) =>
          `${tool.tool_id} (${tool.risk_level}): ${tool.enabled ? tool.description : `not enabled. ${tool.problem ?? ""}`}`,
      ),
    ),
    ...titled("notes", extension.warnings),
  ];
}

export function extensionDetailLines(extension: ExtensionDetails): string[] {
  return [
    ...extensionLines(extension),
    ...titled(
      "install plan, of which nothing was run",
      extension.plan.map(
        ({ when, action, details, tool, problem }) =>
          `${when}: ${action} ${details}. ${problem ?? `Its tool: ${tool}`}`,
      ),
    ),
    ...titled(
      "files",
      extension.files.map(({ path, size_bytes }) => `${path} (${size_bytes} bytes)`),
    ),
  ];
}
