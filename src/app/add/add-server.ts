import { digest } from "../../base/digest.ts";
import type { JsonObject } from "../../base/json.ts";
import { packSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { npmSpec, type PackageSpec, packageSpec } from "../../features/mcp/client/package-spec.ts";
import type { McpServerReport, SeenServer } from "../../features/mcp/mcp-admin.ts";
import { MCP } from "../../features/mcp/mcp-admin.ts";
import { parseServer } from "../../features/mcp/servers/parse-server.ts";
import { describeTool } from "../../gate/catalog/describe-tool.ts";
import { type McpServerConfig, mcpSourceOf } from "../../schema/mcp-server.ts";
import { type Addition, added, type Shown, showTool } from "./addition.ts";

type WantedServer = {
  /** Left out, one is made of its address, package or program. */
  readonly id?: string | undefined;
  readonly config: JsonObject;
  /** What it listed, where it was asked. */
  readonly seen?: SeenServer | undefined;
};

/** An MCP server as `mcpServers` has it. A program is not started to be shown. */
export function serverAddition(engine: Engine, wanted: WantedServer): Addition {
  const { config, seen } = wanted;
  const parsed = parseServer(wanted.id ?? "server", config);
  const id = wanted.id ?? serverIdOf(parsed);
  const shown = {
    ...showServer(engine, { id, config: parsed, seen }),
    digest: digest({ id, config, seen: seen?.state === "listed" ? seen.digest : null }),
  };
  return {
    shown,
    scope: "admin",
    async add(by) {
      const report = await engine.of(MCP).add(id, config, by);
      if (report.asks) {
        const { approvalIds, packages } = report.asks;
        return { ...shown, packages, state: "input_required", approvalIds, problem: null };
      }
      const { catalog } = engine.gate;
      const tools = (catalog.getCapability(shown.id)?.tools ?? [])
        .flatMap((toolId) => catalog.getTool(toolId) ?? [])
        .map(showTool);
      return added({ ...shown, tools, warnings: [] }, problemOf(report));
    },
  };
}

/** The id that a server gets: letters, digits and `-` of what it is. */
export function serverIdOf(config: McpServerConfig): string {
  const { url, command = "", args = [] } = config;
  if (url !== undefined) return packSlug(hostWords(new URL(url).hostname), "server");
  const spec = packageSpec(config);
  if (spec) return packSlug(packageWords(spec), "server");
  const script = args.find((text) => /\.(?:py|[cm]?[jt]s)$/.test(text)) ?? command;
  const file = script.split("/").at(-1) ?? "";
  return packSlug(file.replace(/\.\w+$/, ""), "server");
}

/** `mcp.linear.app` is called linear; an address of numbers says nothing. */
function hostWords(host: string): string {
  if (/^[\d.[\]:a-f]+$/.test(host)) return "server";
  const labels = host.split(".").filter((label) => !/^(?:mcp|www|api)$/.test(label));
  return (labels.length > 1 ? labels.slice(0, -1) : labels).join("-");
}

/** `@acme/mcp-server-files` is called files. */
function packageWords(spec: PackageSpec): string {
  const name = spec.from === "npm" ? npmSpec(spec.name).name : spec.program;
  const words = (name.split("/").at(-1) ?? name).split(/[-_]/);
  return words.filter((word) => word !== "mcp" && word !== "server").join("-") || name;
}

type SeenConfig = {
  readonly id: string;
  readonly config: McpServerConfig;
  readonly seen: SeenServer | undefined;
};

function showServer({ of, gate }: Engine, { id, config, seen }: SeenConfig): Omit<Shown, "digest"> {
  const { url, capstan } = config;
  const { paths = [], hosts = [] } = capstan?.access ?? {};
  const spec = packageSpec(config);
  const capability = seen?.state === "listed" ? seen.capability : undefined;
  return {
    kind: "mcp_server",
    id: mcpSourceOf(id),
    name: id,
    description: capability?.description ?? gate.redactor.redact(targetOf(config)),
    tools: capability
      ? capability.tools.map((tool) => showTool(describeTool("mcp", capability, tool)))
      : [],
    access: {
      paths: paths.map(({ root, verbs }) => ({ root, verbs })),
      hosts: [...(url === undefined ? [] : [new URL(url).host]), ...hosts],
      permissions: [],
    },
    packages: spec ? [spec.name] : [],
    warnings: [
      ...(of(MCP)
        .list()
        .some((one) => one.id === id)
        ? [`There is an MCP server "${id}" already: give another id.`]
        : []),
      ...(seen?.state === "listed" ? seen.notes : []),
      ...unknownWords(config, seen),
      ...(spec ? ["Its packages are looked up when it is added, and an admin approves them."] : []),
    ],
  };
}

function targetOf({ url, command = "", args = [] }: McpServerConfig): string {
  return url === undefined
    ? `The program ${[command, ...args].join(" ")}, in a sandbox.`
    : `The MCP server at ${url}.`;
}

/** Why its tools are not listed here. */
function unknownWords({ url }: McpServerConfig, seen: SeenServer | undefined): readonly string[] {
  if (seen?.state === "listed") return [];
  if (seen) return ["It asks for a sign-in before it lists its tools."];
  if (url !== undefined) return ["Its tools are known once it is added, and was asked."];
  return ["Its tools are known once its program has run, which it does when it is added."];
}

function problemOf({ id, state, error, signIn }: McpServerReport): string | null {
  if (signIn === "needed") return `It asks for a sign-in: capstan mcp login ${id}`;
  return state === "ready" ? null : error;
}
