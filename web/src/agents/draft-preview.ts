import type { Preview } from "../api/agent.ts";
import type { Capability } from "../api/capability.ts";
import type { Tool } from "../api/tool.ts";
import type { Entry } from "./entry.ts";

/**
 * What a model would be sent for an agent that is not saved, as far as the page can tell: names of
 * tools and the full list of warnings are the server's to decide.
 */
export function draftPreview(
  prompt: string,
  entries: readonly Entry[],
  capabilities: readonly Capability[],
  tools: readonly Tool[],
): Preview {
  const known = new Map(capabilities.map((capability) => [capability.id, capability]));
  const ordered: Capability[] = [];
  const warnings: string[] = [];
  const add = (id: string, by?: string) => {
    const capability = known.get(id);
    if (!capability) {
      warnings.push(`There is no capability “${id}”${by ? `, which ${by} needs` : ""}.`);
      return;
    }
    if (ordered.includes(capability)) return;
    for (const needed of capability.dependencies ?? []) {
      const name = needed.replace(/(.)@[^@]*$/, "$1");
      if (name !== id) add(name, id);
    }
    if (ordered.includes(capability)) return;
    ordered.push(capability);
    if (capability.status !== "available") {
      warnings.push(`“${id}” is ${capability.status.replace("_", " ")}.`);
    }
  };
  for (const { id } of entries) add(id);
  const texts = [...ordered.map(({ system_prompt = "" }) => system_prompt), prompt];
  const own = ordered.flatMap(({ id }) =>
    tools.filter(({ capability_id }) => capability_id === id),
  );
  const text = texts.filter(Boolean).join("\n\n");
  const size = text.length + own.reduce((sum, tool) => sum + sizeOf(tool), 0);
  return { system_prompt: text, tools: own, warnings, estimated_tokens: Math.round(size / 4) };
}

function sizeOf({ description, input_schema }: Tool): number {
  return description.length + JSON.stringify(input_schema).length;
}
