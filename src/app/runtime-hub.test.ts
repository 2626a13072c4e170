import { expect, onTestFinished, test } from "vitest";
import { makeHubOfToday, readPack } from "../../test/hub-tools.ts";
import { fingerprint, newSecret, signerOf } from "../features/hub/index/keys.ts";
import { createRuntime } from "./create-runtime.ts";

test("A99: a program searches and syncs hubs, and asks for an install; only an admin pins a publisher's key", async () => {
  const { source, publish } = await makeHubOfToday();
  const runtime = await createRuntime({ settings: { hubs: [source] } });
  onTestFinished(() => runtime.close());
  const { hub, approvals } = runtime;
  expect(await hub.search("greet")).toMatchObject([{ id: "acme/greeter", installed: false }]);

  // The program is the owner and no admin: it may ask, and it cannot pin a key.
  const { state, inputRequest } = await hub.install("acme/greeter");
  expect(state).toBe("input_required");
  const [id = ""] = inputRequest?.approvalIds ?? [];
  expect(await approvals.get(id)).toMatchObject({ level: "admin" });
  await expect(approvals.run(id)).rejects.toMatchObject({ code: "SCOPE_MISSING" });
  expect(await hub.installed()).toEqual([]);

  await publish(readPack("1.0.1", "Say good day."));
  expect(await hub.sync()).toMatchObject({ hubs: [{ changed: true, error: null }], updates: [] });
  expect(await hub.search("greet")).toMatchObject([{ version: "1.0.1" }]);
  expect(await hub.verify()).toEqual({ ok: true, items: [] });
  await expect(hub.remove("acme/greeter")).rejects.toMatchObject({ code: "HUB_ENTRY_NOT_FOUND" });
});

test("A99: a program installs what a publisher signed whose fingerprint it names, and nothing of another key", async () => {
  const { source, acme, publisher, hub: folder, hubSigner } = await makeHubOfToday();
  const settings = { hubs: [source] };
  const trustedPublishers = { acme: fingerprint(acme.key) };
  const runtime = await createRuntime({ settings, trustedPublishers });
  onTestFinished(() => runtime.close());
  const { hub, approvals } = runtime;
  expect(await hub.search("greet")).toMatchObject([{ isPinned: true }]);
  const { inputRequest } = await hub.install("acme/greeter");
  const [id = ""] = inputRequest?.approvalIds ?? [];
  expect(await approvals.get(id)).toMatchObject({ level: "user" });
  expect(await approvals.run(id)).toMatchObject({ outcome: { state: "completed" } });
  expect(await hub.installed()).toMatchObject([{ id: "acme/greeter", version: "1.0.0" }]);

  // The old key leads to a new one: who trusts the old one by name goes on.
  const to = signerOf(newSecret());
  await publisher.rotate({ hub: folder, hubSigner, publisher: "acme", from: acme, to });
  const later = await createRuntime({ settings, trustedPublishers });
  onTestFinished(() => later.close());
  expect((await later.hub.install("acme/greeter")).state).toBe("input_required");

  const thief = { acme: fingerprint(signerOf(newSecret()).key) };
  const other = await createRuntime({ settings, trustedPublishers: thief });
  onTestFinished(() => other.close());
  await expect(other.hub.install("acme/greeter")).rejects.toMatchObject({
    code: "HUB_KEY_CHANGED",
    message: expect.stringContaining(`trusts "acme" by the fingerprint ${thief.acme}`),
  });
  await expect(createRuntime({ trustedPublishers: { acme: "yes" } })).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    message: expect.stringMatching(/"acme" has no fingerprint: ten groups/),
  });
});
