import type { Engine } from "../../engine/engine.ts";
import { declaredHosts } from "../../gate/access/declared-hosts.ts";
import type { Gate } from "../../gate/gate.ts";
import type { WebClient } from "../../sandbox/web-client.ts";
import { customIdOf } from "../../schema/custom-capability.ts";
import type { Feature } from "../feature.ts";
import { patchCustom, removeCustom } from "./custom-capabilities.ts";
import { createHttpExecutor } from "./http-executor.ts";
import { createManifestSource } from "./manifest-source.ts";

type Parts = Pick<Gate, "store" | "access" | "secrets"> & {
  readonly engine: () => Engine;
  readonly web: WebClient;
  /** Where people put manifests as files. */
  readonly folder: string | undefined;
  readonly maxBytes: number;
};

/** What people describe as data: calls over HTTP. */
export function createCustomFeature({
  engine,
  store,
  access,
  secrets,
  web,
  folder,
  maxBytes,
}: Parts): Feature {
  const manifests = createManifestSource({
    stored: () => store.customCapabilities.list(),
    folder,
    onHosts: (id, hosts) => access.declare(id, declaredHosts(id, hosts)),
  });
  return {
    name: "custom",
    sources: [manifests],
    registry: {
      has: async (id) =>
        (await store.customCapabilities.list()).some((one) => customIdOf(one.id) === id),
      scopeOf: () => "approve",
      async change(id, fields, actor) {
        await patchCustom(engine(), id, fields, actor);
      },
      remove: (id, actor) => removeCustom(engine(), id, actor),
    },
    executors: { http: createHttpExecutor({ web, secretFor: secrets.valueFor, maxBytes }) },
  };
}
