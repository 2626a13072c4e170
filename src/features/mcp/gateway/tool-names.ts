import { clientNameOf, ownClientNameOf } from "../../../base/wire-name.ts";
import { nameTools, type Spell } from "../../../engine/composition/tool-names.ts";
import type { Tool } from "../../../schema/tool.ts";
import type { Store } from "../../../stores/store.ts";

/** Names that are stored. Every later tool has digits of its id in its name, which needs no storing. */
const MAX_NAMES = 20_000;

/**
 * Tool id → name. A name is given once and stored, so that it means the same tool after a restart, beside
 * other tools of that name, and when the tool is gone (X4).
 */
export function createToolNames(
  store: Pick<Store, "journal" | "toolNames">,
): (tools: readonly Tool[]) => Promise<ReadonlyMap<string, string>> {
  let given: ReadonlyMap<string, string> = new Map();

  async function read(): Promise<ReadonlyMap<string, string>> {
    return new Map((await store.toolNames.list()).map(({ toolId, name }) => [toolId, name]));
  }

  return async (tools) => {
    const isNameless = ({ toolId }: Tool) => !given.has(toolId);
    if (!tools.some(isNameless)) return given;
    given = await read();
    while (tools.some(isNameless)) {
      if (given.size >= MAX_NAMES) return nameTools([], tools, given, spellOwn);
      const wanted = nameTools([], tools, given, spell);
      const names = tools.filter(isNameless).map(({ toolId }) => ({
        type: "tool_name.give" as const,
        given: { name: wanted.get(toolId) ?? "", toolId },
      }));
      await store.journal.commit("tool_name.give", names);
      // Another process may have been faster: its names count.
      given = await read();
    }
    return given;
  };
}

const spell: Spell = (tool, attempt) => {
  const { name, capabilityId } = tool;
  if (attempt === 0) return clientNameOf(name);
  if (attempt === 1) return clientNameOf(`${capabilityId.replace(/^[^:]*:/, "")}_${name}`);
  return spellOwn(tool, attempt);
};

const spellOwn: Spell = ({ name, toolId }, attempt) =>
  ownClientNameOf(name, attempt <= 2 ? toolId : `${toolId}#${attempt}`);
