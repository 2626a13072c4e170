import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUNDLE_LIMITS } from "../../../src/features/bundles/read-bundle.ts";
import { makeTar } from "../../../src/features/bundles/testing/make-tar.ts";
import { makeZip } from "../../../src/features/bundles/testing/make-zip.ts";
import { newSecret, signerOf } from "../../../src/features/hub/index/keys.ts";
import { HUB } from "../../../src/features/hub/installs/hub-parts.ts";
import { forge } from "../../hub-tools.ts";
import {
  type Asked,
  install,
  newFolder,
  openHome,
  openHub,
  packFolder,
  packTree,
  rekey,
} from "./hub-homes.ts";

const MANY = BUNDLE_LIMITS.bytes + 1;

type Synced = { readonly hubs: readonly object[] };

/** A hub with one pack, which another home has installed; and who signs for the hub and its publisher. */
async function openInstalled() {
  const hub = await openHub();
  await hub.publish(packFolder());
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  await install(home, "acme/notes");
  const parts = hub.publisher.engine.of(HUB);
  const [hubSigner, acme] = [await parts.signer("hub:acme"), await parts.signer("publisher:acme")];
  const index = join(hub.folder, ".well-known/agent-skills/index.json");
  return { hub, home, parts, hubSigner, acme, index };
}

test("A99: a publisher's new key counts where the old one names it, and for nobody else", async () => {
  const { hub, home, parts, hubSigner, acme, index } = await openInstalled();
  const secret = newSecret();
  const to = signerOf(secret);
  await parts.publisher.rotate({ hub: hub.folder, hubSigner, publisher: "acme", from: acme, to });
  writeFileSync(join(hub.publisher.home, "hub-keys/publisher-acme"), secret);
  expect((await hub.publish(packFolder("1.1.0", "More."))).status).toBe(201);
  const { item } = await install(home, "acme/notes");
  expect(item).toMatchObject({ version: "1.1.0", trust: "rotated" });
  expect(await home.get("/v1/hub/keys")).toMatchObject({
    body: { publishers: [{ publisher: "acme", key: to.key }] },
  });

  const thief = signerOf(newSecret());
  forge(
    index,
    ({ hub: head }) => rekey(head, { key: thief.key, serial: head.serial + 1 }),
    hubSigner,
  );
  expect(await home.post("/v1/hub/install", { name: "acme/notes" })).toMatchObject({
    body: {
      code: "HUB_KEY_CHANGED",
      message: expect.stringMatching(/publisher:acme is another one .* hub keys --forget acme/),
    },
  });
  // Only after an admin has forgotten the old one is the new one something to decide about.
  await home.request("DELETE", "/v1/hub/keys/acme", { as: "admin" });
  const asked = await home.post<Asked>("/v1/hub/show", { name: "acme/notes" });
  expect(asked.body).toMatchObject({ code: "HUB_SIGNATURE_WRONG" });
});

test("A99: a hub's new key counts where the old one names it; a wrong one is refused", async () => {
  const { hub, home, parts, hubSigner } = await openInstalled();
  const to = signerOf(newSecret());
  await parts.publisher.rotate({ hub: hub.folder, hubSigner, from: hubSigner, to });
  expect((await home.post<Synced>("/v1/hub/sync", {})).body.hubs).toMatchObject([
    { changed: true, error: null },
  ]);
  expect(await home.get("/v1/hub/keys")).toMatchObject({ body: { hubs: [{ key: to.key }] } });

  const wrong = await openHome({ hubs: [{ url: hub.folder, key: signerOf(newSecret()).key }] });
  const refused = {
    code: "HUB_KEY_CHANGED",
    message: expect.stringMatching(/hub:acme is another one .* settings\.json, under hubs/),
  };
  expect((await wrong.post<Synced>("/v1/hub/sync", {})).body.hubs).toMatchObject([
    { changed: false, error: refused },
  ]);
  expect(await wrong.get("/v1/hub/search?q=notes")).toMatchObject({ body: refused });
  expect(await wrong.post("/v1/hub/install", { name: "notes" })).toMatchObject({ body: refused });
});

test("A33, A34: an archive that leaves its place, collides, links or swells is refused in words", async () => {
  const home = await openHome();
  const place = newFolder("hostile");
  const own = Object.entries(packTree()).map(([name, content]) => ({
    name,
    content: `${content}`,
  }));
  const hostile: Record<string, [Uint8Array, RegExp]> = {
    "out.zip": [makeZip([...own, { name: "../evil" }]), /"\.\.\/evil" leads out/],
    "case.zip": [makeZip([...own, { name: "README" }, { name: "readme" }]), /one name on some/],
    "link.tar.gz": [
      makeTar([...own, { name: "a", type: "2", link: "../../etc" }]),
      /"a" is a link/,
    ],
    "bomb.zip": [makeZip([...own, { name: "a", declaredSize: MANY }]), /\d+ bytes/],
  };
  for (const [file, [bytes, words]] of Object.entries(hostile)) {
    const name = join(place, file);
    writeFileSync(name, bytes);
    expect(await home.post("/v1/hub/install", { name }), file).toMatchObject({
      status: 422,
      body: { code: expect.stringMatching(/^BUNDLE_/), message: expect.stringMatching(words) },
    });
  }
  expect((await home.get<{ total: number }>("/v1/hub/installed")).body.total).toBe(0);
});
