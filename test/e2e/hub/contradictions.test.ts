import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { INDEX_FILE } from "../../../src/features/hub/index/hub-files.ts";
import { HUB } from "../../../src/features/hub/installs/hub-parts.ts";
import type { HubEntry, HubIndex } from "../../../src/schema/hub.ts";
import { forge } from "../../hub-tools.ts";
import { type Asked, install, openHome, openHub, packFolder } from "./hub-homes.ts";

type Hub = Awaited<ReturnType<typeof openHub>>;

const ENTRY = "acme/notes";

const entryOf = ({ skills }: HubIndex) => {
  const [entry] = skills;
  if (!entry) throw new Error("The hub has no entry.");
  return entry;
};

/** Changes the index as its owner could, with the next serial. */
async function rewrite({ publisher, folder }: Hub, change: (index: HubIndex) => void) {
  const signer = await publisher.engine.of(HUB).signer("hub:acme");
  const next = (index: HubIndex) => {
    index.hub.serial += 1;
    change(index);
  };
  forge(join(folder, ".well-known/agent-skills", INDEX_FILE), next, signer);
}

test("A99: two hubs with two keys, or two contents, of one publisher's version are refused until a person says which hub", async () => {
  const [first, second] = [await openHub(), await openHub()];
  await first.publish(packFolder());
  await second.publish(packFolder("1.0.0", "Something else."));
  const hubs = [first, second].map(({ folder: url, key }) => ({ url, key }));
  const home = await openHome({ hubs });
  const found = await home.get<{ items: object[] }>("/v1/hub/search?q=notes");
  expect(found.body.items).toMatchObject([{ id: ENTRY }, { id: ENTRY }]);
  expect(await home.post("/v1/hub/install", { name: ENTRY })).toMatchObject({
    body: {
      code: "HUB_NAME_AMBIGUOUS",
      message: expect.stringMatching(/do not mean the same thing by acme\/notes: .*--hub <url>/),
    },
  });
  expect(await home.post("/v1/hub/show", { name: ENTRY, hub: "/nowhere" })).toMatchObject({
    body: { message: expect.stringMatching(/"\/nowhere" is no hub of settings\.json/) },
  });

  const asked = await home.post<Asked>("/v1/hub/install", { name: ENTRY, hub: second.folder });
  const [id] = asked.body.input_request?.approval_ids ?? [];
  expect(await home.get(`/v1/approvals/${id}`)).toMatchObject({
    body: { inputs: { hub: second.folder } },
  });
  const ran = await home.post(`/v1/approvals/${id}/run`, {}, { as: "admin" });
  expect(ran).toMatchObject({ body: { outcome: { state: "completed" } } });
  // An update comes from the hub that it was installed from.
  await second.publish(packFolder("1.0.1", "Something better."));
  expect((await home.post<Asked>("/v1/hub/show", { name: ENTRY })).body).toMatchObject({
    source: second.folder,
    version: "1.0.1",
    trust: "pinned",
  });
});

test("A99: other content under a version that is installed is refused, though its publisher signed it", async () => {
  const hub = await openHub();
  await hub.publish(packFolder());
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  await install(home, ENTRY);
  const { body } = await home.get<object>("/v1/hub/installed/notes");
  // Its owner begins anew in the same place, with the same keys.
  rmSync(hub.folder, { recursive: true });
  await hub.publisher.post("/v1/hub/init", { folder: hub.folder, name: "acme" });
  expect((await hub.publish(packFolder("1.0.0", "Other."))).status).toBe(201);
  await rewrite(hub, ({ hub: head }) => Object.assign(head, { serial: 99 }));
  expect(await home.post("/v1/hub/install", { name: ENTRY })).toMatchObject({
    body: {
      code: "HUB_DIGEST_WRONG",
      message: expect.stringMatching(/A version never changes: .* capstan hub remove acme\/notes/),
    },
  });
  expect(await home.get("/v1/hub/installed/notes")).toMatchObject({ body });
});

test("a hub that cannot be read hides nothing of the others, and says why it was not searched", async () => {
  const hub = await openHub();
  await hub.publish(packFolder());
  const hubs = [{ url: "/nowhere" }, { url: hub.folder, key: hub.key }];
  const home = await openHome({ hubs });
  expect((await home.get<object>("/v1/hub/search?q=notes")).body).toMatchObject({
    items: [{ id: ENTRY }],
    refused: [{ url: "/nowhere", message: expect.stringMatching(/this is no hub/) }],
  });
  // What it says may matter: nothing is installed past it, unless the hub is named.
  expect(await home.post("/v1/hub/show", { name: ENTRY })).toMatchObject({
    body: { code: "HUB_INVALID" },
  });
  expect(await home.post("/v1/hub/show", { name: ENTRY, hub: hub.folder })).toMatchObject({
    body: { id: ENTRY },
  });
});

test("a withdrawal stays when the hub does not list the version any more, and ends when the hub says so", async () => {
  const hub = await openHub();
  await hub.publish(packFolder());
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  await install(home, ENTRY);
  await hub.publish(packFolder("1.0.1", "Better."));
  const reason = "It loses data.";
  await hub.withdraw({ name: "notes", version: "1.0.0", reason });
  const sync = () => home.post<{ withdrawn: object[] }>("/v1/hub/sync", {});
  expect((await sync()).body.withdrawn).toMatchObject([{ id: ENTRY, reason }]);
  let left: HubEntry["versions"] = [];
  await rewrite(hub, (index) => {
    const entry = entryOf(index);
    left = entry.versions.filter(({ withdrawn }) => withdrawn);
    entry.versions = entry.versions.filter(({ withdrawn }) => !withdrawn);
  });
  expect((await sync()).body.withdrawn).toMatchObject([{ id: ENTRY, reason }]);
  await rewrite(hub, (index) => {
    entryOf(index).versions.push(...left.map(({ withdrawn: _, ...version }) => version));
  });
  expect((await sync()).body).toMatchObject({ withdrawn: [], updates: [{ available: "1.0.1" }] });
});
