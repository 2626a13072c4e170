import type { Agent } from "../http/client/wire.ts";
import { block } from "./block.ts";
import { columns } from "./columns.ts";

const TEXT_LENGTH = 20_000;

export function agentLines(agent: Agent): string[] {
  const facts: [string, string][] = [
    ["agent", agent.id],
    ["name", agent.name],
    ["model", agent.model ?? ""],
    ["capabilities", agent.capabilities.map(entryText).join(", ") || "none"],
  ];
  return [
    ...columns(facts.filter(([, value]) => value !== "")),
    ...(agent.system_prompt ? ["prompt", ...block(agent.system_prompt, TEXT_LENGTH)] : []),
  ];
}

export function entryText(entry: Agent["capabilities"][number]): string {
  return typeof entry === "string" ? entry : entry.id;
}
