import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { SettingsInput } from "../../../src/app/settings.ts";
import { makeTree, type Tree } from "../../../src/features/bundles/testing/make-tree.ts";
import { skillTree } from "../../../src/features/bundles/testing/skill-trees.ts";
import { createHubKeys } from "../../../src/features/hub/hub-keys.ts";
import type { HubIndex, HubKey } from "../../../src/schema/hub.ts";
import { type Api, openApi } from "../../open-api.ts";

/** A new folder, gone when the test has finished. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `capstan-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A Capstan with a home of its own. */
export async function openHome(
  settings: SettingsInput = {},
  more: Parameters<typeof openApi>[0] = {},
) {
  const home = newFolder("hub-home");
  const api = await openApi({
    homeFolder: home,
    contentFolder: join(home, "content"),
    hubKeys: createHubKeys(join(home, "hub-keys"), {}),
    settings,
    ...more,
  });
  onTestFinished(() => api.close());
  return { ...api, home };
}

type Initialised = {
  readonly key: string;
  readonly workflow: string;
  readonly fingerprint: string;
};

/** A hub that is a folder, and the home that publishes into it. */
export async function openHub(name = "acme") {
  const publisher = await openHome();
  const folder = join(newFolder("hub"), name);
  mkdirSync(folder);
  const made = await publisher.post<Initialised>("/v1/hub/init", { folder, name });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return {
    publisher,
    folder,
    key: made.body.key,
    workflow: made.body.workflow,
    publish: (path: string, more: object = {}) =>
      publisher.post<Record<string, unknown>>("/v1/hub/publish", {
        folder: path,
        to: folder,
        ...more,
      }),
    withdraw: (item: object) => publisher.post("/v1/hub/withdraw", { to: folder, ...item }),
  };
}

/** A skill that says what it is. */
export function helloTree(version = "1.0.0", says = "hello"): Tree {
  const tree = skillTree(
    "hello",
    "metadata: {author: Ada}\nautonomy_level: READ\nside_effects: []",
    {
      "impl.mjs": `export const run = () => ({ says: ${JSON.stringify(says)} });\n`,
    },
  );
  return {
    ...tree,
    "SKILL.md": String(tree["SKILL.md"]).replace("version: 1.0.0", `version: ${version}`),
  };
}

export function packTree(version = "1.0.0", text = "Read this."): Tree {
  return {
    "SKILL.md": `---\nname: notes\ndescription: How to take notes.\nversion: ${version}\nmetadata:\n  version: ${version}\n  author: Ada\n---\n# Notes\n${text}\n`,
  };
}

/** In a folder of its name, as a pack has to lie to be published. */
export const packFolder = (...given: Parameters<typeof packTree>) =>
  makeTree(packTree(...given), join(newFolder("pack"), "notes"));

/** Serves a folder as any web server does, and counts what it is asked for. */
export async function serveFolder(folder: string) {
  const requests: string[] = [];
  const replaced = new Map<string, Uint8Array>();
  let held = Promise.withResolvers<void>();
  held.resolve();
  const server = createServer(async (request, response) => {
    await held.promise;
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    requests.push(path);
    try {
      const body = replaced.get(path) ?? readFileSync(join(folder, path));
      const etag = `"${statSync(join(folder, path)).mtimeMs}-${body.byteLength}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Answers nobody until it is released. */
  const hold = () => {
    held = Promise.withResolvers();
  };
  const release = () => held.resolve();
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    replaced,
    hold,
    release,
  };
}

/** Gives the only publisher of a hub another key, without a word of the old one. */
export function rekey(
  head: HubIndex["hub"],
  { key, serial }: { readonly key: HubKey; readonly serial: number },
): void {
  const publishers = head.publishers.map((one) => ({ ...one, key, rotations: [] }));
  Object.assign(head, { publishers, serial });
}

export type Asked = {
  readonly state: string;
  readonly input_request?: { readonly approval_ids: readonly string[]; readonly reason: string };
  readonly item: Readonly<Record<string, unknown>>;
};

/** Asks for it, and an admin says Run. */
export async function install(api: Api, name: string, version?: string) {
  const asked = await api.post<Asked>("/v1/hub/install", { name, ...(version && { version }) });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(asked.body.state, JSON.stringify(asked.body)).toBe("input_required");
  const [id] = asked.body.input_request?.approval_ids ?? [];
  const ran = await api.post<{ outcome: { state: string; outputs: Record<string, string> } }>(
    `/v1/approvals/${id}/run`,
    {},
    { as: "admin" },
  );
  expect(ran.body.outcome, JSON.stringify(ran.body)).toMatchObject({ state: "completed" });
  return { item: asked.body.item, outputs: ran.body.outcome.outputs };
}
