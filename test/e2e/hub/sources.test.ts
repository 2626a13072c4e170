import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTree, type Tree } from "../../../src/features/bundles/testing/make-tree.ts";
import { HUB_FOLDER } from "../../../src/features/hub/index/hub-files.ts";
import { startLive } from "../../live-server.ts";
import type { Api } from "../../open-api.ts";
import { longTest } from "../../runs.ts";
import {
  type Asked,
  helloTree,
  install,
  newFolder,
  openHome,
  openHub,
  serveFolder,
} from "./hub-homes.ts";
import { UNSIGNED_SOURCES, zipOf } from "./unsigned-sources.ts";

const LIMIT_MS = 60_000;

/** Where a signed hub can lie: each answers its address, and how often it was asked where that is known. */
const PLACES: Record<
  string,
  (folder: string) => Promise<{ readonly url: string; readonly requests?: readonly string[] }>
> = {
  "a web server": serveFolder,
  "a folder": async (folder) => ({ url: folder }),
  "another Capstan": async (folder) => {
    const live = await startLive({ settings: { hub: { folder, public: true } } });
    onTestFinished(() => live.stop());
    return { url: live.url };
  },
};

const run = (home: Api) => home.post<Asked>("/v1/tools/skill:hello:run/invoke", { inputs: {} });

/** What came from elsewhere is asked about before it runs. */
async function expectSays(home: Api, says: string) {
  const { body } = await run(home);
  const [id] = body.input_request?.approval_ids ?? [];
  expect(await home.post(`/v1/approvals/${id}/run`, {})).toMatchObject({
    body: { outcome: { state: "completed", outputs: { says } } },
  });
}

const SHOWS_THE_DIFF = {
  installed_version: "1.0.0",
  version: "1.0.1",
  changes: {
    files: expect.arrayContaining([
      expect.objectContaining({ path: "impl.mjs", diff: expect.stringContaining("hello again") }),
    ]),
  },
};

for (const [kind, open] of Object.entries(PLACES)) {
  const title = `I47, X25: from ${kind}: publish, install on a second home, run, update, withdraw`;
  const body = async () => {
    const hub = await openHub();
    const folder = makeTree(helloTree());
    expect(await hub.publish(folder)).toMatchObject({
      status: 201,
      body: { identity: "acme/hello@1.0.0", author: "Ada", publisher: "acme" },
    });
    const { url, requests } = await open(hub.folder);
    const home = await openHome({ hubs: [{ url, key: hub.key }] });
    const found = await home.get<{ items: object[] }>("/v1/hub/search?q=hello");
    expect(found.body.items).toMatchObject([
      {
        name: "hello",
        kind: "skill",
        version: "1.0.0",
        publisher: "acme",
        author: "Ada",
        installed: false,
      },
    ]);
    const { item } = await install(home, "hello");
    expect(item).toMatchObject({ id: "acme/hello", trust: "first", installed: false });
    await expectSays(home, "hello");

    makeTree(helloTree("1.0.1", "hello again"), folder);
    expect((await hub.publish(folder)).status).toBe(201);
    expect((await home.post<object>("/v1/hub/sync", {})).body).toMatchObject({
      hubs: [{ changed: true, error: null }],
      updates: [{ id: "acme/hello", installed: "1.0.0", available: "1.0.1" }],
    });
    // Nothing is replaced before somebody says so.
    await expectSays(home, "hello");
    const update = await install(home, "acme/hello");
    expect(update.item).toMatchObject({ ...SHOWS_THE_DIFF, trust: "pinned" });
    await expectSays(home, "hello again");

    const reason = "It greets the wrong people.";
    expect(await hub.withdraw({ name: "hello", version: "1.0.1", reason })).toMatchObject({
      status: 200,
    });
    const after = await home.post<object>("/v1/hub/sync", {});
    expect(after.body).toMatchObject({ withdrawn: [{ id: "acme/hello", version: "1.0.1" }] });
    expect(JSON.stringify((await run(home)).body)).toContain(reason);
    expect(await home.get("/v1/hub/installed/hello")).toMatchObject({
      body: { id: "acme/hello", withdrawn: reason },
    });
    const before = requests?.length ?? 0;
    expect((await home.post<object>("/v1/hub/sync", {})).body).toMatchObject({
      hubs: [{ changed: false }],
    });
    if (requests) expect(requests.length - before).toBe(1);
    const lock = JSON.parse(readFileSync(join(home.home, "capstan-lock.json"), "utf8"));
    expect(lock.installs).toMatchObject([{ id: "acme/hello", version: "1.0.1" }]);
  };
  if (kind === "a web server") test(title, body);
  else longTest(title, body, LIMIT_MS);
}

for (const [kind, make] of Object.entries(UNSIGNED_SOURCES)) {
  const title = `${kind}: installed by an admin, pinned by its digest, run, replaced with a diff, run again, and removed`;
  const body = async () => {
    const place = newFolder("source");
    const web = await serveFolder(place);
    const home = await openHome({ web_fetch: { allow_hosts: [web.host] } });
    const name = make(helloTree(), place, web.url);
    expect(await home.post("/v1/hub/install", { name }, { as: "agent" })).toMatchObject({
      status: 403,
    });
    const first = await install(home, name);
    expect(first.item).toMatchObject({
      id: "hello",
      publisher: null,
      trust: "unsigned",
      fingerprint: null,
      source: name,
    });
    await expectSays(home, "hello");

    const newer = make(helloTree("1.0.1", "hello again"), place, web.url);
    // What lies there now is not what was installed: that stays as it was.
    await expectSays(home, "hello");
    const update = await install(home, newer);
    expect(update.item).toMatchObject({ ...SHOWS_THE_DIFF, trust: "unsigned" });
    await expectSays(home, "hello again");
    expect(await home.get("/v1/hub/installed/hello")).toMatchObject({
      body: { version: "1.0.1", capability_id: "skill:hello", source: newer },
    });

    const path = "/v1/hub/installed/hello";
    expect(await home.request("DELETE", path, { as: "admin" })).toMatchObject({ status: 200 });
    expect(await run(home)).toMatchObject({ status: 404 });
    expect(await home.get(path)).toMatchObject({ status: 404 });
  };
  if (kind === "folder") test(title, body);
  else longTest(title, body, LIMIT_MS);
}

longTest(
  "an unsigned hub: installed by an admin, run, replaced with a diff, run again, and removed",
  async () => {
    const place = newFolder("unsigned-hub");
    const offer = (tree: Tree) => {
      const zip = zipOf(tree);
      const hello = { name: "hello", type: "archive", description: "Says hello.", url: "x.zip" };
      const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
      const skills = [{ ...hello, digest: `sha256:${hash("sha256", zip)}` }];
      makeTree({ "index.json": JSON.stringify({ $schema, skills }) }, join(place, HUB_FOLDER));
      writeFileSync(join(place, HUB_FOLDER, "x.zip"), zip);
    };
    offer(helloTree());
    const home = await openHome({ hubs: [{ url: place }] });
    const asked = await home.post<Asked>("/v1/hub/install", { name: "hello" }, { as: "agent" });
    const [id] = asked.body.input_request?.approval_ids ?? [];
    expect(await home.post(`/v1/approvals/${id}/run`, {})).toMatchObject({ status: 403 });
    const first = await install(home, "hello");
    expect(first.item).toMatchObject({ publisher: null, trust: "unsigned", source: place });
    await expectSays(home, "hello");
    offer(helloTree("1.0.1", "hello again"));
    await expectSays(home, "hello");
    expect((await install(home, "hello")).item).toMatchObject(SHOWS_THE_DIFF);
    await expectSays(home, "hello again");
    const path = "/v1/hub/installed/hello";
    expect(await home.request("DELETE", path, { as: "admin" })).toMatchObject({ status: 200 });
    expect(await run(home)).toMatchObject({ status: 404 });
  },
  LIMIT_MS,
);

longTest("an archive at an address that is not allowed is refused before it is asked", async () => {
  const web = await serveFolder(newFolder("address"));
  const home = await openHome();
  expect(await home.post("/v1/hub/install", { name: `${web.url}/x.zip` })).toMatchObject({
    body: { code: "HOST_REFUSED" },
  });
  expect(web.requests).toEqual([]);
});
