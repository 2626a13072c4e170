import type { Source } from "../../gate/catalog/source.ts";
import type { Trust } from "../../schema/capability.ts";
import { EXTENSION_KIND, EXTENSION_SOURCE, type Extension } from "../../schema/extension.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { ExtensionShelf } from "../bundles/extension-shelf.ts";

export interface ExtensionSource extends Source {
  /** The registry as it was last listed, by id. */
  known(): ReadonlyMap<string, Extension>;
}

type Options = {
  readonly stored: () => Promise<readonly Extension[]>;
  readonly shelf: Pick<ExtensionShelf, "stored">;
  /** Why a bundle must not run. */
  readonly whyNot?: (digest: string) => string | undefined;
};

/** The extensions of the registry, each as its bundle says. */
export function createExtensionSource({ stored, shelf, whyNot }: Options): ExtensionSource {
  let known: ReadonlyMap<string, Extension> = new Map();
  return {
    id: EXTENSION_SOURCE,
    kind: EXTENSION_KIND,
    known: () => known,
    start() {},
    async list() {
      const extensions = await stored();
      const listed = await Promise.all(
        extensions.map((one) => describe(one, shelf, whyNot?.(one.digest))),
      );
      known = new Map(extensions.map((one) => [one.id, one]));
      return listed.flat();
    },
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
}

/** One that cannot be read is listed with the reason, and does nothing. */
async function describe(
  { id, name, description, version, digest, enabled, path }: Extension,
  shelf: Options["shelf"],
  withdrawn: string | undefined,
): Promise<SourcedCapability[]> {
  // What came as a zip, or from a hub, lies in no folder of the owner's.
  const trust: Trust = path === null ? "remote" : "local";
  try {
    const { capability, planCapability } = await shelf.stored(digest);
    const both = [capability, ...(planCapability ? [planCapability] : [])].map((one) =>
      one.trust === trust ? one : { ...one, trust },
    );
    if (withdrawn !== undefined) return both.map((one) => disabled(one, withdrawn));
    const how = `The extension is disabled. An admin enables it: capstan extensions enable ${id}.`;
    return enabled ? both : both.map((one) => disabled(one, how));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const about = { id, name, description, version, trust };
    return [{ ...about, status: "draft", problem, tools: [] }];
  }
}

function disabled(capability: SourcedCapability, problem: string): SourcedCapability {
  const tools = capability.tools.map((tool) => ({ ...tool, enabled: false, problem }));
  return { ...capability, problem: capability.problem ?? problem, tools };
}
