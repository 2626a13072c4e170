import type { Added } from "../http/client/wire.ts";
import { block } from "./block.ts";
import type { Lines } from "./command.ts";
import type { Line } from "./line.ts";
import { typed } from "./program.ts";
import { saidHere } from "./said-here.ts";
import { shorten } from "./shorten.ts";
import { inColour } from "./state-style.ts";
import { titled } from "./titled.ts";

const KINDS: Readonly<Record<Added["kind"], string>> = {
  pack: "Pack",
  skill: "Skill",
  agent: "Agent",
  extension: "Extension",
  mcp_server: "MCP server",
  custom: "Capability",
  hub_item: "From a hub",
};
const TEXT_LENGTH = 2_000;
const TOOL_LENGTH = 140;
const MOST_TOOLS = 30;
const RISKS = ["LOW", "MED", "HIGH", "CRITICAL"];

/** What something is, and what it would be able to do. */
export function shownLines(shown: Added): Lines {
  const { kind, id, description, tools, access, warnings } = shown;
  return [
    `${KINDS[kind]}  ${id}`,
    ...block(description, TEXT_LENGTH),
    ...toolLines(tools),
    ...titled("May:", access.permissions),
    ...titled(
      "Opens:",
      access.paths.map(({ root, verbs }) => `${root} (${verbs.join(", ")})`),
    ),
    ...titled("Reaches:", access.hosts),
    ...packageLines(shown),
    ...titled("To know:", warnings),
  ];
}

/** Which packages it brings is known for sure only when it is added. */
export function packageLines({ packages }: Added): string[] {
  return titled("Packages:", packages);
}

/** How it ended, and a command to type next. */
export function addedLines(added: Added): Lines {
  const { id, state, approval_ids: approvals, problem } = added;
  if (state === "input_required") {
    return [
      "It waits for an approval:",
      ...approvals.map((approval) => `  ${typed(`approvals run ${approval}`)}`),
    ];
  }
  if (problem !== null) return [`${id} was added, and does not work yet: ${saidHere(problem)}`];
  return [`${id} was added.`, `To try it:  ${typed(nextCommand(added))}`];
}

function toolLines(tools: Added["tools"]): Line[] {
  if (tools.length === 0) return [];
  const shown = tools.slice(0, MOST_TOOLS);
  const rest = tools.length - shown.length;
  return [
    `Tools (${tools.length}):`,
    ...shown.flatMap(
      ({ tool_id: id, risk_level: risk, side_effect_tags: effects, description }) => [
        ["  ", id, "  ", inColour(risk), ...effects.map((effect) => `  ${effect}`)],
        ...block(shorten(description, TOOL_LENGTH), TOOL_LENGTH).map((line) => `  ${line}`),
      ],
    ),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function nextCommand({ kind, id, tools }: Added): string {
  if (kind === "pack") return `chat --pack ${id}`;
  const risk = ({ risk_level: level }: Added["tools"][number]) => RISKS.indexOf(level);
  const [tool] = tools
    .filter(({ example }) => example !== null)
    .toSorted((a, b) => risk(a) - risk(b));
  if (!tool) return `capabilities show ${id}`;
  const input = JSON.stringify(tool.example);
  return `tools call ${tool.tool_id}${input === "{}" ? "" : ` --input '${input.replaceAll("'", "'\\''")}'`}`;
}
