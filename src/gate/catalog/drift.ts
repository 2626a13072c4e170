import { canonicalJson } from "../../base/canonical-json.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { SeenTool } from "../../schema/seen-tool.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Gate } from "../gate.ts";

/** What a tool of somebody else said of itself, and what it says now. */
export type Drift = {
  readonly toolId: string;
  readonly changedAt: string;
  readonly parts: readonly {
    readonly part: string;
    readonly before: JsonValue;
    readonly after: JsonValue;
  }[];
};

const MAX_KEPT = 50_000;
const UNSEEN = "annotations, instructions or settings of its server";

/** What is kept of a tool, so that a change can be shown; null for those that nobody else wrote. */
export function saysOf({ description, inputSchema, outputSchema, sourceType }: Tool) {
  if (sourceType !== "mcp") return null;
  const says: JsonObject = {
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
  };
  return JSON.stringify(says).length > MAX_KEPT ? { description } : says;
}

/** Tools that are not what they were, by id. */
export async function listDrift(
  { store }: Pick<Gate, "store">,
  isWanted: (toolId: string) => boolean,
): Promise<Drift[]> {
  const seen = await store.seenTools.list();
  return seen.filter(({ toolId }) => isWanted(toolId)).flatMap(driftOf);
}

function driftOf({ toolId, changedAt, says, said }: SeenTool): Drift[] {
  if (changedAt === null || says === null || said === null) return [];
  const names = [...new Set([...Object.keys(said), ...Object.keys(says)])];
  const parts = names.flatMap((part) => {
    const [before, after] = [said[part] ?? null, says[part] ?? null];
    return canonicalJson(before) === canonicalJson(after) ? [] : [{ part, before, after }];
  });
  const shown = parts.length > 0 ? parts : [{ part: UNSEEN, before: null, after: null }];
  return [{ toolId, changedAt, parts: shown }];
}
