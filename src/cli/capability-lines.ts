import type { Capability } from "../http/client/wire.ts";
import { block } from "./block.ts";
import { columns } from "./columns.ts";

const TEXT_LENGTH = 20_000;

export function capabilityLines(it: Capability): string[] {
  const facts: [string, string][] = [
    ["capability", it.id],
    ["name", it.name],
    ["kind", it.kind],
    ["version", it.version],
    ["status", it.status],
    ["broken", it.problem ?? ""],
    ["category", it.category ?? ""],
    ["needs", it.dependencies?.join(", ") ?? ""],
    ["tools", it.tools.join(", ") || "none"],
  ];
  return [
    ...columns(facts.filter(([, value]) => value !== "")),
    "description",
    ...block(it.description, TEXT_LENGTH),
    ...(it.system_prompt ? ["prompt", ...block(it.system_prompt, TEXT_LENGTH)] : []),
    ...(it.config_schema
      ? ["configuration", ...block(JSON.stringify(it.config_schema, null, 2), TEXT_LENGTH)]
      : []),
  ];
}
