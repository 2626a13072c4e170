import type { JsonValue } from "../../base/json.ts";
import type { Source, SourcedCapability } from "../../ports/source.ts";
import { CUSTOM_KIND, customIdOf, type StoredCustom } from "../../schema/custom-capability.ts";
import type { HttpCall } from "../../schema/http-call.ts";
import { parseCustom } from "../../schema/parse-custom.ts";
import { toolIdOf } from "../../schema/tool.ts";
import { type Assess, describeCustom } from "./describe-custom.ts";
import { readFolder } from "./read-folder.ts";

export interface CustomSource extends Source {
  /** The request that a tool makes, by the tool's id. */
  callOf(toolId: string): HttpCall | undefined;
}

type Options = {
  readonly stored: () => Promise<readonly StoredCustom[]>;
  /** Where people put manifests as files, beside those that are stored. */
  readonly folder?: string | undefined;
  readonly assess: Assess;
};

/** What people describe as data: stored over the API, or lying as `<id>.json` in a folder (E65). */
export function createCustomSource({ stored, folder, assess }: Options): CustomSource {
  let calls = new Map<string, HttpCall>();
  return {
    kind: CUSTOM_KIND,
    async list() {
      const found = new Map<string, SourcedCapability>();
      const newCalls = new Map<string, HttpCall>();
      const entries = [...(await stored()), ...(folder === undefined ? [] : readFolder(folder))];
      for (const entry of entries) {
        const described = describe(entry, assess, newCalls);
        const { id } = described.capability;
        // What is stored was there first.
        if (!found.has(id)) found.set(id, described);
      }
      calls = newCalls;
      return [...found.values()];
    },
    callOf: (toolId) => calls.get(toolId),
  };
}

type Unread = {
  readonly id: string;
  readonly version?: string;
  readonly manifest?: JsonValue;
  /** Why there is nothing to read. */
  readonly problem?: string;
};

/** One that cannot be read is listed with the reason, and does nothing. */
function describe(
  { id, version, manifest, problem }: Unread,
  assess: Assess,
  calls: Map<string, HttpCall>,
): SourcedCapability {
  if (problem !== undefined) return broken(id, version, problem);
  try {
    const read = parseCustom(manifest);
    if (read.id !== id) return broken(id, version, `Its id is "${read.id}", not "${id}".`);
    for (const { name, http } of read.tools) {
      const toolId = toolIdOf(CUSTOM_KIND, id, name);
      if (!calls.has(toolId)) calls.set(toolId, http);
    }
    return describeCustom(read, assess);
  } catch (error) {
    return broken(id, version, error instanceof Error ? error.message : String(error));
  }
}

function broken(id: string, version = "0.0.0", problem: string): SourcedCapability {
  return {
    capability: {
      id: customIdOf(id),
      name: id,
      description: "This capability cannot be read, and does nothing until it is mended.",
      status: "draft",
      kind: CUSTOM_KIND,
      version,
      problem,
      tools: [],
    },
    tools: [],
  };
}
