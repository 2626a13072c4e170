import type { JsonObject, JsonValue } from "../../base/json.ts";
import { matchesPattern } from "../../base/matches-pattern.ts";
import { type Meant, meantBy, readAllowedTool } from "../../schema/allowed-tool.ts";
import { PACKS_CAPABILITY, packIdIn } from "../../schema/pack.ts";
import type { Tool } from "../../schema/tool.ts";

/** A pack whose docs were opened in this turn, and what it says that it needs. */
export type OpenPack = { readonly id: string; readonly allowedTools: readonly string[] };

type Wanted = { readonly tool: Pick<Tool, "toolId" | "capabilityId">; readonly inputs: JsonObject };

/** The id of the rule that asks, as audit and `policy explain` name it. */
export const ALLOWED_TOOLS_RULE = "pack.allowed_tools";

/**
 * The ids of the open packs, where none of them lists this call; nothing where one does, or none has a
 * list. Opening, reading and enabling are how a model gets to know a pack: they are always allowed.
 */
export function outsideOf(packs: readonly OpenPack[], { tool, inputs }: Wanted): readonly string[] {
  if (packs.length === 0) return [];
  const own = packIdIn(tool.toolId);
  if (own !== undefined && packs.some(({ id }) => id === own)) return [];
  if (tool.capabilityId === PACKS_CAPABILITY && tool.toolId !== EXEC) return [];
  const isListed = packs.some(({ allowedTools }) =>
    allowedTools.some((written) => allows(written, tool.toolId, inputs)),
  );
  return isListed ? [] : packs.map(({ id }) => id);
}

const EXEC = `builtin:${PACKS_CAPABILITY}:exec_best_effort`;

/** Why a call is asked about that open packs do not list. */
export function outsideReason(packIds: readonly string[]): string {
  const named = packIds.map((id) => `"${id}"`).join(", ");
  return packIds.length === 1
    ? `The pack ${named} is open, and its allowed-tools do not list this call.`
    : `The packs ${named} are open, and none of their allowed-tools lists this call.`;
}

function allows(written: string, toolId: string, inputs: JsonObject): boolean {
  const entry = readAllowedTool(written);
  const meant = meantBy(entry);
  if (!meant?.tools.some((tool) => matchesPattern(tool, toolId))) return false;
  return entry.pattern === null || entry.pattern === "*" || fits(meant, entry.pattern, inputs);
}

function fits({ pattern: against }: Meant, pattern: string, inputs: JsonObject): boolean {
  if (against === "command") return fitsCommand(pattern, inputs);
  if (against === "url") return fitsUrl(pattern, inputs.url);
  return fitsPath(pattern, inputs.path ?? inputs.path_pattern);
}

/** `git:*` and `git add:*` are how the program is called; in every other one `*` stands for anything. */
function fitsCommand(pattern: string, { command, args = [] }: JsonObject): boolean {
  // Code has no program to compare.
  if (typeof command !== "string" || /\s/.test(command) || !Array.isArray(args)) return false;
  const called = [command, ...args.map(String)];
  if (!pattern.endsWith(":*")) {
    const [program = ""] = pattern.split(/\s/, 1);
    return matchesPattern(program, command) && matchesPattern(pattern, called.join(" "));
  }
  const prefix = pattern.slice(0, -2).split(/\s+/).filter(Boolean);
  return prefix.length > 0 && prefix.every((word, index) => word === called[index]);
}

function fitsUrl(pattern: string, given: JsonValue | undefined): boolean {
  const url = typeof given === "string" ? URL.parse(given) : null;
  if (!url) return false;
  const [, domain] = /^domain:(.*)$/.exec(pattern) ?? [];
  if (domain !== undefined) return matchesPattern(domain.trim().toLowerCase(), url.hostname);
  return matchesPattern(pattern, url.href);
}

/** `**` stands for any folders, `*` for what is in one name; a pattern without a slash for a name anywhere. */
function fitsPath(pattern: string, given: JsonValue | undefined): boolean {
  if (typeof given !== "string") return false;
  const path = segmentsOf(given);
  // What leads elsewhere is compared with nothing.
  if (path.includes("..")) return false;
  const wanted = pattern.includes("/") ? segmentsOf(pattern) : ["**", pattern];
  // Which beginnings of the path the pattern matches, segment by segment.
  let reached = new Set([0]);
  for (const segment of wanted) {
    const next = new Set<number>();
    for (const at of reached) {
      if (segment === "**") for (let to = at; to <= path.length; to++) next.add(to);
      else if (at < path.length && matchesPattern(segment, path[at] ?? "")) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(path.length);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}
