import { sha256 } from "../../../src/base/digest.ts";
import type { StoredMcpServer } from "../../../src/schema/mcp-server.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open-sqlite-store.ts";
import type { makeIndex } from "./fake-index.ts";
import type { startRegistry } from "./fake-registry.ts";

export type Pinned = Pick<StoredMcpServer, "config" | "package">;

/** A store with servers that an earlier version added, when it looked for packages by itself. */
export async function storeWith(servers: Readonly<Record<string, Pinned>>) {
  const store = openSqliteStore(":memory:");
  const added = { createdBy: "admin", createdAt: "2026-01-01T00:00:00.000Z" };
  await store.journal.commit(
    "mcp_server.put",
    Object.entries(servers).map(([id, server]) => ({
      type: "mcp_server.put",
      server: { id, ...added, ...server },
    })),
  );
  return store;
}

export function npmServer(
  registry: Awaited<ReturnType<typeof startRegistry>>,
  entry: object = {},
): Pinned {
  const { name } = registry;
  const integrity = registry.publish("1.0.0");
  const packages = {
    "": { name: "server", dependencies: { [name]: "1.0.0" } },
    [`node_modules/${name}`]: { version: "1.0.0", integrity, hasInstallScript: true, ...entry },
  };
  const lock = JSON.stringify({ name: "server", lockfileVersion: 3, requires: true, packages });
  const digest = sha256(`node_modules/${name} 1.0.0 ${integrity}`);
  const bin = `node_modules/${name}/server.mjs`;
  return {
    config: { command: "npx", args: ["-y", name, "", ""] },
    package: { name, version: "1.0.0", integrity, digest, bin, lock },
  };
}

/** Its tool says hello from the module that it needs, at its pinned version. */
export function uvxServer(index: ReturnType<typeof makeIndex>): Pinned {
  const hashes = [
    index.publish("fixture-server", "1.0.0", { needs: "fixture-words" }),
    index.publish("fixture-words", "2.0.0"),
  ];
  index.publish("fixture-words", "3.0.0");
  const names = ["fixture_server==1.0.0", "fixture_words==2.0.0"];
  const lock = names.map((name, n) => `${name} --hash=sha256:${hashes[n]}`).join("\n");
  return {
    config: { command: "uvx", args: ["fixture-server"] },
    package: {
      name: "fixture-server",
      version: "1.0.0",
      integrity: `sha256-${Buffer.from(hashes[0] ?? "", "hex").toString("base64")}`,
      digest: sha256(`${lock}\nfixture-server`),
      bin: "start.py",
      runs: "python",
      lock,
    },
  };
}
