import { declaredHosts } from "../../gate/access/declared-hosts.ts";
import type { Gate } from "../../gate/gate.ts";
import type { WebClient } from "../../sandbox/web-client.ts";
import type { Feature } from "../feature.ts";
import { createHttpExecutor } from "./http-executor.ts";
import { createManifestSource } from "./manifest-source.ts";

type Parts = Pick<Gate, "store" | "access" | "secrets"> & {
  readonly web: WebClient;
  /** Where people put manifests as files. */
  readonly folder: string | undefined;
  readonly maxBytes: number;
};

/** What people describe as data: calls over HTTP. */
export function createCustomFeature({
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
    executors: { http: createHttpExecutor({ web, secretFor: secrets.valueFor, maxBytes }) },
  };
}
