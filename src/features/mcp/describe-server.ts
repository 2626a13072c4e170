import type { JsonObject } from "../../base/json.ts";
import { matchesPattern } from "../../base/matches-pattern.ts";
import { stripHidden } from "../../base/strip-hidden.ts";
import type { Trust } from "../../schema/capability.ts";
import type { McpServerConfig } from "../../schema/mcp-server.ts";
import type { RiskLevel } from "../../schema/risk-level.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";
import type { McpListing, McpTool } from "./mcp-client.ts";
import { stripSchema } from "./strip-schema.ts";

type Rules = { readonly config: McpServerConfig; readonly trust: Trust };

export type DescribedServer = {
  readonly capability: SourcedCapability;
  /** What was left out or taken out of what the server sent, in sentences. */
  readonly notes: readonly string[];
};

/** Another alphabet, or what nobody can see, would pass for a name that somebody knows (A104). */
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;
const MAX_DESCRIPTION = 8_000;
const MAX_SCHEMA = 200_000;

/** What a server says becomes what the catalog can judge. Its words stay its own: they say so. */
export function describeServer(
  server: { readonly id: string; readonly digest: string },
  listing: McpListing,
  { config, trust }: Rules,
): DescribedServer {
  const notes: string[] = [];
  /** In lower case, with each as it is written: a model and a person take one for the other (A104). */
  const names = new Map<string, string>();
  const tools: SourcedTool[] = [];
  for (const tool of listing.tools) {
    const problem = problemOf(tool, names);
    if (problem !== undefined) {
      notes.push(problem);
      continue;
    }
    names.set(tool.name.toLowerCase(), tool.name);
    if (!isListed(tool.name, config)) continue;
    const { described, hidden } = describeTool(server, tool, config);
    if (hidden) notes.push(`Hidden characters were taken out of what it says of "${tool.name}".`);
    tools.push(described);
  }
  const name = stripHidden(listing.name).slice(0, 200) || server.id;
  return {
    notes,
    capability: {
      id: server.id,
      name: server.id,
      description: `Tools of the MCP server "${name}".`,
      status: "available",
      trust,
      category: "mcp",
      tools,
    },
  };
}

function problemOf(
  { name, inputSchema, isUnreadable }: McpTool,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const shown = JSON.stringify(stripHidden(name).slice(0, 60));
  if (!TOOL_NAME.test(name)) {
    return `The tool ${shown} was left out: its name has other characters than letters, digits and _ . / -`;
  }
  if (isUnreadable) {
    return `The tool ${shown} was left out: what it says of itself is too deep, or not JSON.`;
  }
  const like = names.get(name.toLowerCase());
  if (like === name) return `The tool ${shown} was listed twice: the second was left out.`;
  if (like !== undefined) {
    return `The tool ${shown} was left out: its name differs from "${like}" in nothing but its case.`;
  }
  if (JSON.stringify(inputSchema).length > MAX_SCHEMA) {
    return `The tool ${shown} was left out: its schema is too large.`;
  }
  return undefined;
}

function isListed(name: string, { capstan }: McpServerConfig): boolean {
  const { allow, deny = [] } = capstan ?? {};
  const matches = (pattern: string) => matchesPattern(pattern, name);
  return (allow?.some(matches) ?? true) && !deny.some(matches);
}

function describeTool(
  server: { readonly id: string; readonly digest: string },
  tool: McpTool,
  { capstan, command }: McpServerConfig,
): { readonly described: SourcedTool; readonly hidden: boolean } {
  const words = [tool.title, tool.description].filter((text) => text !== undefined);
  const said = words.join(": ");
  const clean = stripHidden(said).slice(0, MAX_DESCRIPTION);
  const input = stripSchema(tool.inputSchema);
  const output = tool.outputSchema && stripSchema(tool.outputSchema);
  const overridden = riskOf(tool.name, capstan?.risk);
  const hints = capstan?.trust === true ? hintsOf(tool.annotations) : undefined;
  const described: SourcedTool = {
    name: `${capstan?.prefix ?? ""}${tool.name}`,
    description: `From the MCP server "${server.id}", in its own words: ${clean}`,
    inputSchema: input.schema,
    ...(output && { outputSchema: output.schema }),
    ...(hints && {
      trustedHints: {
        ...(hints.readOnly && { readOnly: true }),
        ...(hints.destructive && { destructive: true }),
      },
      behaviour: { readOnly: hints.readOnly, idempotent: hints.idempotent },
    }),
    ...(overridden && { overriddenRisk: overridden }),
    execution: {
      type: "mcp",
      server: server.id,
      tool: tool.name,
      config: server.digest,
      definition: tool.digest,
      ...(command !== undefined && { boxed: true }),
      ...(tool.isPassedOn && { passedOn: true }),
    },
  };
  return {
    described,
    hidden: clean !== said.slice(0, MAX_DESCRIPTION) || input.hidden || (output?.hidden ?? false),
  };
}

function riskOf(
  name: string,
  risk: RiskLevel | Readonly<Record<string, RiskLevel>> | undefined,
): RiskLevel | undefined {
  if (risk === undefined || typeof risk === "string") return risk;
  return Object.entries(risk).find(([pattern]) => matchesPattern(pattern, name))?.[1];
}

/** As MCP means them: what is not said is not read-only, and destructive. */
function hintsOf(annotations: JsonObject = {}) {
  const readOnly = annotations.readOnlyHint === true;
  return {
    readOnly,
    destructive: !readOnly && annotations.destructiveHint === true,
    idempotent: readOnly || annotations.idempotentHint === true,
  };
}
