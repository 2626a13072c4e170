import type { JsonValue } from "../../base/json.ts";
import type { Source } from "../../gate/catalog/source.ts";
import {
  CUSTOM_KIND,
  customIdOf,
  MANIFEST_SOURCE,
  type StoredCapability,
} from "../../schema/custom-capability.ts";
import { HttpExecution } from "../../schema/execution.ts";
import { hostOfCall } from "../../schema/http-call.ts";
import { parseCustom } from "../../schema/parse-custom.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { describeManifest } from "./describe-manifest.ts";
import { readFolder } from "./read-folder.ts";

type Options = {
  readonly stored: () => Promise<readonly StoredCapability[]>;
  /** Where people put manifests as files, beside those that are stored. */
  readonly folder?: string | undefined;
  /** Told which hosts each of them names in its requests: whoever may write one opens these to it. */
  readonly onHosts?: (capabilityId: string, hosts: readonly string[]) => void;
};

/** What people describe as data: stored over the API, or lying as `<id>.json` in a folder (E65). */
export function createManifestSource({ stored, folder, onHosts }: Options): Source {
  let known: readonly string[] = [];

  function tellHosts(capabilities: readonly SourcedCapability[]): void {
    const now = new Map(capabilities.map((one) => [customIdOf(one.id), hostsOf(one)]));
    for (const id of new Set([...known, ...now.keys()])) onHosts?.(id, now.get(id) ?? []);
    known = [...now.keys()];
  }

  return {
    id: MANIFEST_SOURCE,
    kind: CUSTOM_KIND,
    start() {},
    async list() {
      const found = new Map<string, SourcedCapability>();
      for (const manifest of await stored()) {
        found.set(manifest.id, { ...describe(manifest), storedVersion: manifest.version });
      }
      for (const file of folder === undefined ? [] : readFolder(folder)) {
        // What is stored was there first.
        if (!found.has(file.id)) found.set(file.id, describe(file));
      }
      const capabilities = [...found.values()];
      tellHosts(capabilities);
      return capabilities;
    },
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
}

/** The hosts that its requests go to. */
export function hostsOf({ tools }: SourcedCapability): string[] {
  const hosts = tools.flatMap(({ execution }) => {
    const { data } = HttpExecution.safeParse(execution);
    return data ? [hostOfCall(data.request)] : [];
  });
  return [...new Set(hosts)].sort();
}

type Unread = {
  readonly id: string;
  readonly version?: string;
  readonly manifest?: JsonValue;
  /** Why there is nothing to read. */
  readonly problem?: string;
};

/** One that cannot be read is listed with the reason, and does nothing. */
function describe({ id, version, manifest, problem }: Unread): SourcedCapability {
  if (problem !== undefined) return broken(id, version, problem);
  try {
    const read = parseCustom(manifest);
    if (read.id === id) return describeManifest(read);
    return broken(id, version, `Its id is "${read.id}", not "${id}".`);
  } catch (error) {
    return broken(id, version, error instanceof Error ? error.message : String(error));
  }
}

function broken(id: string, version = "0.0.0", problem: string): SourcedCapability {
  return {
    id,
    name: id,
    description: "This capability cannot be read, and does nothing until it is mended.",
    status: "draft",
    version,
    trust: "local",
    problem,
    tools: [],
  };
}
