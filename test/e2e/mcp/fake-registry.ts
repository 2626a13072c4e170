import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { fixture } from "./open-mcp-api.ts";

const NAME = "fixture-server";

/** A registry with one package, whose install script leaves a trace if anybody runs it. */
export async function startRegistry(
  script = "hostile.mjs",
  atEnd: (end: () => void) => void = onTestFinished,
) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-registry-"));
  const trace = join(folder, "script-ran");
  const archives = new Map<string, Buffer>();
  const promised = new Map<string, string>();

  /** Answers its integrity. */
  function publish(version: string): string {
    const source = join(folder, version);
    mkdirSync(source);
    const scripts = { postinstall: `touch ${trace}` };
    const manifest = { name: NAME, version, type: "module", bin: "server.mjs", scripts };
    writeFileSync(join(source, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(source, "server.mjs"), readFileSync(fixture(script)));
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent"], { cwd: source });
    const archive = readFileSync(join(source, `${NAME}-${version}.tgz`));
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    archives.set(version, archive);
    promised.set(version, integrity);
    return integrity;
  }

  const server = createServer((request, response) => {
    const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(request.url ?? "")?.[1];
    const archive = version === undefined ? undefined : archives.get(version);
    if (archive) return void response.end(archive);
    if (request.url?.split("?")[0] !== `/${NAME}`) return void response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(metadata()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function metadata() {
    const versions = [...archives.keys()].map((version) => [
      version,
      {
        name: NAME,
        version,
        bin: { [NAME]: "server.mjs" },
        hasInstallScript: true,
        dist: { tarball: `${url}/${NAME}-${version}.tgz`, integrity: promised.get(version) },
      },
    ]);
    const latest = [...archives.keys()].at(-1);
    return { name: NAME, "dist-tags": { latest }, versions: Object.fromEntries(versions) };
  }

  const before = { ...process.env };
  Object.assign(process.env, {
    npm_config_registry: url,
    npm_config_cache: join(folder, "cache"),
    npm_config_prefer_online: "true",
  });
  atEnd(() => {
    process.env = before;
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    name: NAME,
    trace,
    publish,
    /** From now on the archive is another than what the registry says. */
    tamper(version: string) {
      archives.set(version, Buffer.concat([archives.get(version) ?? Buffer.of(), Buffer.of(0)]));
    },
  };
}
