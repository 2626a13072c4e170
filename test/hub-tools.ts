import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { FOLDER_KINDS } from "../src/app/folder-kinds.ts";
import { createFolderKinds } from "../src/features/bundles/folder-kinds.ts";
import { readArchive } from "../src/features/bundles/read/read-archive.ts";
import { readFolder } from "../src/features/bundles/read/read-folder.ts";
import type { Tree } from "../src/features/bundles/testing/make-tree.ts";
import { readTree } from "../src/features/bundles/testing/read-tree.ts";
import { describeBundle } from "../src/features/hub/describe-bundle.ts";
import type { HubCall, HubSigner } from "../src/features/hub/hub.ts";
import { createHubClient } from "../src/features/hub/index/create-hub-client.ts";
import { createHubPublisher } from "../src/features/hub/index/create-hub-publisher.ts";
import { digestOf, HUB_FOLDER, INDEX_FILE } from "../src/features/hub/index/hub-files.ts";
import type { HubRelease, HubTools } from "../src/features/hub/index/hub-tools.ts";
import { newSecret, signerOf } from "../src/features/hub/index/keys.ts";
import { withSignature } from "../src/features/hub/index/signatures.ts";
import { compareVersions } from "../src/gate/catalog/compare-versions.ts";
import { createWebClient } from "../src/sandbox/network/create-web-client.ts";
import { createWebStreams } from "../src/sandbox/network/create-web-streams.ts";
import { serve } from "../src/sandbox/network/testing/serve.ts";
import type { HubIndex } from "../src/schema/hub.ts";
import { takeOwnerLock } from "../src/stores/sqlite/owner-lock.ts";
import { createManualClock } from "../src/testing/manual-clock.ts";

export const CALL: HubCall = { signal: new AbortController().signal };

/** A pack that says one line. */
export function packTree(version: string, text = "Say hello.", more: Tree = {}): Tree {
  const front = `name: greeter\nversion: ${version}\ndescription: Greets people.`;
  return { "SKILL.md": `---\n${front}\n---\n${text}\n`, ...more };
}

export function readPack(version: string, text?: string, more?: Tree) {
  return readTree(packTree(version, text, more));
}

const KINDS = createFolderKinds(FOLDER_KINDS);

/** The hub with its real parts, allowed to reach these hosts. */
export function hubTools(allowHosts: readonly string[] = [], changes: Partial<HubTools> = {}) {
  const scratch = temporary();
  const tools: HubTools = {
    clock: createManualClock(),
    web: createWebClient({ allowHosts }),
    readFolder,
    readArchive,
    describe: (read) => describeBundle(KINDS, read),
    permissionProblems: (read) => KINDS.kindOf(read).permissionProblems?.(read) ?? [],
    compareVersions: (before, after) => compareVersions(asRelease(before), asRelease(after)),
    npm: npmAt("http://127.0.0.1:9/"),
    git: "/usr/bin/git",
    lock: takeOwnerLock,
    scratch,
    ...changes,
  };
  return { tools, client: createHubClient(tools), publisher: createHubPublisher(tools) };
}

/** The npm registry at an address of this machine. */
export function npmAt(url: string): HubTools["npm"] {
  return {
    registry: { url, authorization: () => undefined },
    streams: (address, maxBytes) =>
      createWebStreams({
        url: address,
        allowHosts: [new URL(url).host],
        maxBytes,
        connectMs: 1_000,
      }),
  };
}

function asRelease({ version, actions }: HubRelease) {
  const named = actions.map(({ name, input_schema, output_schema }) => ({
    name,
    inputSchema: input_schema,
    outputSchema: output_schema,
  }));
  return { version, actions: named };
}

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-hub-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A hub in a folder, with one publisher, and one pack in the version 1.0.0. */
export async function makeHub(allowHosts: readonly string[] = []) {
  const clock = createManualClock();
  const parts = hubTools(allowHosts, { clock });
  const hub = temporary();
  const [hubSigner, acme] = [signerOf(newSecret()), signerOf(newSecret())];
  const { publisher } = parts;
  await publisher.init({ hub, name: "test-hub", hubSigner });
  const publish = (read = readPack("1.0.0"), name = "acme", publisherSigner = acme) =>
    publisher.publish({ hub, hubSigner, publisher: name, publisherSigner, read });
  await publish();
  const source = { url: hub, key: hubSigner.key };
  const indexPath = join(hub, HUB_FOLDER, INDEX_FILE);
  return { ...parts, clock, hub, hubSigner, acme, publish, source, indexPath };
}

/** The same, for those who go by the clock on the wall. */
export async function makeHubOfToday() {
  const made = await makeHub();
  const { clock, publisher, hub, hubSigner } = made;
  clock.advance(Date.now() - clock.now());
  await publisher.refresh({ hub, hubSigner });
  return made;
}

/** Changes an index by hand, as somebody with this key could. */
export function forge(path: string, change: (index: HubIndex) => void, signer?: HubSigner): void {
  const index: HubIndex = JSON.parse(readFileSync(path, "utf8"));
  change(index);
  const { signature, ...body } = index;
  const plain = JSON.parse(JSON.stringify(body));
  const signed = signer ? withSignature("index", plain, signer) : { ...plain, signature };
  writeFileSync(path, JSON.stringify(signed));
}

/** The folder on a web server that knows ETags, and counts what it is asked. */
export async function serveFolder(folder: string) {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(request.url ?? "");
    const path = join(folder, new URL(request.url ?? "/", "http://x").pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    const etag = `"${digestOf(readFileSync(path))}"`;
    if (request.headers["if-none-match"] === etag) return response.writeHead(304).end();
    response.writeHead(200, { etag });
    createReadStream(path).pipe(response);
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { ...server, url: server.url.replace(/\/$/, ""), asked };
}
