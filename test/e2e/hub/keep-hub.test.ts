import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHubKeys } from "../../../src/features/hub/hub-keys.ts";
import { install, openHome, openHub, packFolder } from "./hub-homes.ts";

type Rotated = { readonly key: string; readonly serial: number };

async function openFollowed() {
  const hub = await openHub();
  await hub.publish(packFolder());
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  await install(home, "acme/notes");
  const keys = join(hub.publisher.home, "hub-keys");
  const rotate = (more: object = {}) =>
    hub.publisher.post<Rotated>("/v1/hub/rotate-key", { to: hub.folder, ...more }, { as: "admin" });
  return { hub, home, keys, rotate };
}

test("A99: an owner changes the keys of hub and publisher, and who pinned the old ones goes on", async () => {
  const { hub, home, rotate } = await openFollowed();
  const [ofHub, ofAcme] = [await rotate(), await rotate({ publisher: "acme" })];
  expect([ofHub.status, ofAcme.status]).toEqual([200, 200]);
  expect((await hub.publish(packFolder("1.1.0", "More."))).status).toBe(201);
  const { item } = await install(home, "acme/notes");
  expect(item).toMatchObject({ version: "1.1.0", trust: "rotated" });
  expect((await home.get("/v1/hub/keys")).body).toMatchObject({
    hubs: [{ key: ofHub.body.key }],
    publishers: [{ publisher: "acme", key: ofAcme.body.key }],
  });
  const asOwner = await hub.publisher.post("/v1/hub/rotate-key", { to: hub.folder });
  expect(asOwner).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
});

test.each([{}, { publisher: "acme" }])(
  "A99: who was stopped before the new key was in its place rotates %j again, to the same one",
  async (of) => {
    const { hub, keys, rotate } = await openFollowed();
    const file = join(keys, "publisher" in of ? "publisher-acme" : "hub-acme");
    const before = readFileSync(file, "utf8");
    const first = await rotate(of);
    // As it lay there in between: the index has the new key, and the file the old one.
    const next = join(keys, `.next-${"publisher" in of ? "publisher-acme" : "hub-acme"}`);
    writeFileSync(next, readFileSync(file, "utf8"));
    writeFileSync(file, before);
    const again = await rotate(of);
    expect(again).toMatchObject({ status: 200, body: { key: first.body.key } });
    expect(existsSync(next)).toBe(false);
    expect((await hub.publish(packFolder("1.1.0", "More."))).status).toBe(201);
  },
);

test("A92: an index is signed anew, and nothing else of it changes", async () => {
  const { hub, home } = await openFollowed();
  const read = () =>
    JSON.parse(readFileSync(join(hub.folder, ".well-known/agent-skills/index.json"), "utf8"));
  const before = read();
  const refreshed = await hub.publisher.post("/v1/hub/refresh", { to: hub.folder });
  expect(refreshed).toMatchObject({ status: 200, body: { serial: before.hub.serial + 1 } });
  expect(read().skills).toEqual(before.skills);
  expect(await home.post("/v1/hub/sync", {})).toMatchObject({
    body: { hubs: [{ changed: true, error: null }] },
  });
});

test("a key that the environment gives is not changed here, and the message says where", async () => {
  const { nextSigner } = createHubKeys("/nowhere", { CAPSTAN_HUB_KEY: "given" });
  await expect(nextSigner("hub:acme")).rejects.toThrow(
    /CAPSTAN_HUB_KEY\. Rotate it where its file is/,
  );
});
