import { createHash } from "node:crypto";
import { makeTar, type TarPart } from "../../src/features/bundles/testing/make-tar.ts";
import { serveLoopback } from "./serve-loopback.ts";

type Manifest = Readonly<Record<string, unknown>>;

export type Published = {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly manifest: Manifest;
};

type Kept = Published & { archive: Uint8Array };

/** A registry of npm packages on loopback, as far as installing needs one. */
export async function startNpmRegistry(atEnd?: (end: () => void) => void) {
  const packages = new Map<string, Map<string, Kept>>();
  const server = await serveLoopback((path) => {
    const archive = /^\/(?<name>.+)\/-\/[^/]+-(?<version>\d+\.\d+\.\d+[^/]*)\.tgz$/.exec(path);
    if (archive?.groups) {
      const { name = "", version = "" } = archive.groups;
      const found = packages.get(name)?.get(version);
      return found && { body: found.archive, type: "application/octet-stream" };
    }
    const versions = packages.get(path.slice(1));
    return versions && { body: JSON.stringify(packument(versions)), type: "application/json" };
  }, atEnd);

  function packument(versions: ReadonlyMap<string, Kept>) {
    const all = [...versions.values()];
    const last = all.at(-1);
    return {
      name: last?.name,
      "dist-tags": { latest: last?.version },
      versions: Object.fromEntries(
        all.map(({ name, version, integrity, manifest }) => [
          version,
          { ...manifest, name, version, dist: { integrity, tarball: addressOf(name, version) } },
        ]),
      ),
    };
  }

  function addressOf(name: string, version: string): string {
    return `${server.url}${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  }

  return {
    ...server,
    addressOf,
    /** Files are given by their paths in the package. */
    publish(
      name: string,
      version: string,
      files: Readonly<Record<string, string | Uint8Array>> = {},
      manifest: Manifest = {},
      parts: readonly TarPart[] = [],
    ): Published {
      const text = JSON.stringify({ name, version, main: "index.js", ...manifest });
      const all = { "package.json": text, ...files };
      const archive = makeTar([
        ...Object.entries(all).map(([path, content]) => ({ name: `package/${path}`, content })),
        ...parts,
      ]);
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      const published = { name, version, integrity, manifest };
      const versions = packages.get(name) ?? new Map<string, Kept>();
      packages.set(name, versions.set(version, { ...published, archive }));
      return published;
    },
    /** From now on the archive is another one than the registry says. */
    tamper(name: string, version: string): void {
      const found = packages.get(name)?.get(version);
      if (found) found.archive = Buffer.concat([found.archive, Buffer.of(0)]);
    },
  };
}

export type NpmRegistry = Awaited<ReturnType<typeof startNpmRegistry>>;

/** A `package-lock.json` with these packages, each right below `node_modules`. */
export function npmLock(
  published: readonly Published[],
  more: Readonly<Record<string, object>> = {},
): string {
  const entries = published.map(
    ({ name, version, integrity }) => [`node_modules/${name}`, { version, integrity }] as const,
  );
  const dependencies = Object.fromEntries(published.map(({ name, version }) => [name, version]));
  const own = { name: "x", version: "1.0.0", dependencies };
  const packages = { "": own, ...Object.fromEntries(entries), ...more };
  return JSON.stringify({ name: "x", version: "1.0.0", lockfileVersion: 3, packages });
}
