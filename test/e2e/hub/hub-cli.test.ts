import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../src/cli/testing/run-cli.ts";
import { newSecret, signerOf } from "../../../src/features/hub/index/keys.ts";
import type { HubKey } from "../../../src/schema/hub.ts";
import { forge } from "../../hub-tools.ts";
import { startLive } from "../../live-server.ts";
import { newFolder, packFolder, rekey } from "./hub-homes.ts";

test("I47: every hub command, from init to withdrawal, says what it did and what to do next", async () => {
  const publisher = await startLive();
  onTestFinished(() => publisher.stop());
  const folder = join(newFolder("cli-hub"), "acme");
  const as = (live: typeof publisher) => ({
    CAPSTAN_URL: live.url,
    CAPSTAN_API_KEY: live.key,
    CAPSTAN_ADMIN_KEY: live.newAdminKey ?? "",
  });
  const publish = (...args: string[]) => run(["hub", ...args], { env: as(publisher) });
  expect((await publish("search", "notes")).out).toContain("No hub is set up");
  expect((await publish("verify")).out).toContain("Nothing is installed");
  const made = await publish("init", folder, "--json");
  expect(made.code, made.err).toBe(0);
  const { key, workflow } = JSON.parse(made.out);
  expect(key).toMatch(/^ed25519:/);
  expect(readFileSync(workflow, "utf8")).toContain("capstan hub publish");
  const published = await publish("publish", packFolder(), "--to", folder);
  expect(published.out).toContain("Published acme/notes@1.0.0");
  expect(published.out).toContain("Ada");

  const home = await startLive({ settings: { hubs: [{ url: folder, key }] } });
  onTestFinished(() => home.stop());
  const cli = (...args: string[]) => run(args, { env: as(home) });
  expect((await cli("hub", "search", "notes")).out).toContain("acme/notes");
  expect((await cli("hub", "show", "acme/notes")).out).toContain("new here");
  const asked = await cli("hub", "install", "notes");
  expect(asked.code).toBe(3);
  const [id = ""] = /appr_[\w-]+/.exec(asked.out) ?? [];
  expect((await cli("approvals", "run", id)).code).toBe(0);
  expect((await cli("hub", "list")).out).toContain("pack:notes");
  expect((await cli("hub", "keys")).out).toContain("acme");
  expect(await cli("hub", "verify")).toMatchObject({ code: 0 });

  // A hub that gives a publisher's name another key is refused, with what there is to do.
  const index = join(folder, ".well-known/agent-skills/index.json");
  const hubSigner = signerOf(readFileSync(join(publisher.home, "hub-keys/hub-acme"), "utf8"));
  const giveKey = (key: HubKey) =>
    forge(index, ({ hub }) => rekey(hub, { key, serial: hub.serial + 1 }), hubSigner);
  const own: HubKey = JSON.parse(readFileSync(index, "utf8")).hub.publishers[0].key;
  giveKey(signerOf(newSecret()).key);
  const stolen = await cli("hub", "install", "notes");
  expect(stolen).toMatchObject({ code: 1 });
  expect(stolen.err).toMatch(/key of publisher:acme is another one .* hub keys --forget acme/);
  giveKey(own);

  const withdrawn = await publish("withdraw", "notes@1.0.0", "--reason", "Wrong.", "--to", folder);
  expect(withdrawn.code, withdrawn.err).toBe(0);
  const synced = await cli("hub", "sync");
  expect(synced).toMatchObject({ code: 0 });
  expect(synced.out).toContain("was withdrawn and does not run: Wrong.");
  expect(await cli("hub", "verify")).toMatchObject({ code: 1 });

  // An index that was tampered with is refused in words.
  writeFileSync(index, readFileSync(index, "utf8").replace("How to take notes", "How to steal"));
  const refused = await cli("hub", "sync");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.out).toContain("HUB_SIGNATURE_WRONG");
  expect((await cli("hub", "install", "notes")).err).toMatch(/sign/);
  expect((await cli("hub", "remove", "notes")).out).toContain("removed");
  expect((await cli("hub", "keys", "--forget", "acme")).out).toContain("forgotten");
});
