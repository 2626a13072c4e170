import { isJsonObject, type JsonObject, parseJson } from "../../../base/json.ts";
import { SOCKET_PORT } from "../../../sandbox/sandbox.ts";
import { readPackumentPage } from "./npm-registry.ts";
import type { RegistryClient } from "./registry.ts";
import type { GatewayFind } from "./registry-gateway.ts";

const NAME = /^\/((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)$/;
const ARCHIVE = /^\/.+\/-\/[^/]+\.tgz$/;
const MAX_VALUES = 5_000_000;

/** The read API of the npm registry, with a note of the hash of every version. */
export function npmGateway(client: RegistryClient, signal: AbortSignal) {
  const seen = new Map<string, string>();
  const archives = new Map<string, string>();

  /** Archives get addresses of the gateway, which the box can reach. */
  function note(name: string, version: string, dist: JsonObject): JsonObject {
    const { tarball, integrity } = dist;
    if (typeof tarball !== "string") return dist;
    if (typeof integrity === "string") seen.set(`${name}@${version}`, integrity);
    const path = `/${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
    archives.set(path, tarball);
    return { ...dist, tarball: `http://127.0.0.1:${SOCKET_PORT}${path}` };
  }

  const find: GatewayFind = async (path) => {
    if (ARCHIVE.test(path)) {
      const url = archives.get(path);
      const body = url === undefined ? undefined : await client.archive(url, signal);
      return body && { type: "application/octet-stream", body };
    }
    const name = NAME.exec(path)?.[1];
    const page = name === undefined ? undefined : await readPackumentPage(client, name, signal);
    const packument = page && parseJson(page.text, MAX_VALUES);
    if (name === undefined || !isJsonObject(packument)) return undefined;
    const versions = Object.entries(isJsonObject(packument.versions) ? packument.versions : {});
    const own = versions.map(([version, manifest]) => {
      const dist = isJsonObject(manifest) ? manifest.dist : undefined;
      if (!isJsonObject(manifest) || !isJsonObject(dist)) return [version, manifest];
      return [version, { ...manifest, dist: note(name, version, dist) }];
    });
    const body = JSON.stringify({ ...packument, versions: Object.fromEntries(own) });
    return { type: "application/vnd.npm.install-v1+json", body };
  };
  return { find, seen: seen as ReadonlyMap<string, string> };
}
