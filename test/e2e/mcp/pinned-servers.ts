import { readFileSync } from "node:fs";
import { type NpmRegistry, npmLock } from "../../../rig/packages/npm-registry.ts";
import type { PythonIndex } from "../../../rig/packages/python-index.ts";
import { sha256 } from "../../../src/base/digest.ts";
import type { StoredMcpServer } from "../../../src/schema/mcp-server.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open-sqlite-store.ts";
import { fixture } from "./open-mcp-api.ts";

export type Pinned = Pick<StoredMcpServer, "config" | "package">;

const NAME = "fixture-server";

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

/** A server whose install script would leave a trace. */
export function publishServer(
  registry: NpmRegistry,
  version: string,
  { trace = "/tmp/script-ran", script = "hostile.mjs", manifest = {} } = {},
) {
  const scripts = { postinstall: `touch ${trace}`, prepare: `touch ${trace}` };
  const files = { "server.mjs": readFileSync(fixture(script), "utf8") };
  const own = { type: "module", bin: "server.mjs", scripts, hasInstallScript: true };
  return registry.publish(NAME, version, files, { ...own, ...manifest });
}

export function npmServer(
  registry: NpmRegistry,
  { entry = {}, ...options }: Parameters<typeof publishServer>[2] & { entry?: object } = {},
): Pinned {
  const published = publishServer(registry, "1.0.0", options);
  const { version, integrity } = published;
  const place = `node_modules/${NAME}`;
  const lock = npmLock([published], { [place]: { version, integrity, ...entry } });
  const digest = sha256(`${place} ${version} ${integrity}`);
  return {
    config: { command: "npx", args: ["-y", NAME, "", ""] },
    package: { name: NAME, version, integrity, digest, bin: `${place}/server.mjs`, lock },
  };
}

/** An MCP server of one file, which says hello from the module that it needs. */
const serverOf = (words: string) => `
import json, sys
NAME = "fixture-server 1.0.0"
def main():
    import ${words} as words
    for line in sys.stdin:
        asked = json.loads(line)
        def answer(result):
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
        if asked.get("method") == "initialize":
            answer({"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                    "serverInfo": {"name": "snake", "version": "1"}})
        elif asked.get("method") == "tools/list":
            answer({"tools": [{"name": "hello", "inputSchema": {"type": "object"}}]})
        elif asked.get("method") == "tools/call":
            answer({"content": [{"type": "text", "text": "hello from " + words.NAME}]})
        elif "id" in asked:
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"],
                              "error": {"code": -32601, "message": "unknown"}}), flush=True)
`;

export function publishSnake(index: PythonIndex) {
  const files = { "fixture_server.py": serverOf("fixture_words") };
  const programs = ["fixture-server = fixture_server:main"];
  const server = index.publish("fixture-server", "1.0.0", files, {
    programs,
    needs: ["fixture-words<3"],
  });
  const words = (version: string) =>
    index.publish("fixture-words", version, {
      "fixture_words.py": `NAME = "fixture-words ${version}"\n`,
    });
  return { server, words: words("2.0.0"), newer: words("3.0.0") };
}

/** Its tool says hello from the module that it needs, at its pinned version. */
export function uvxServer(index: PythonIndex): Pinned {
  const { server, words } = publishSnake(index);
  const lock = [server, words]
    .map(({ name, version, hash }) => `${name.replace("-", "_")}==${version} --hash=${hash}`)
    .join("\n");
  const hex = server.hash.slice("sha256:".length);
  return {
    config: { command: "uvx", args: ["fixture-server"] },
    package: {
      name: "fixture-server",
      version: "1.0.0",
      integrity: `sha256-${Buffer.from(hex, "hex").toString("base64")}`,
      digest: sha256(`${lock}\nfixture-server`),
      bin: "start.py",
      runs: "python",
      lock,
    },
  };
}
