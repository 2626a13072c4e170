import { expect, onTestFinished, test } from "vitest";
import { makeHubOfToday, readPack } from "../../test/hub-tools.ts";
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
