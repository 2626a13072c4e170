import { expect, test } from "vitest";
import type { HubProgress } from "../../../src/features/hub/hub.ts";
import { verifyInstalls } from "../../../src/features/hub/installs/verify-installs.ts";
import type { Api } from "../../open-api.ts";
import { install, openHome, openHub, packFolder, serveFolder } from "./hub-homes.ts";

type Steps = { readonly steps: readonly { readonly what: string; readonly says: string }[] };

const stepsOf = async (home: Api) => (await home.get<Steps>("/v1/hub/steps")).body.steps;

test("what takes long says how far it is, while it goes on: sync of many hubs, show, install and verify", async () => {
  const hub = await openHub();
  await hub.publish(packFolder());
  const { key } = hub;
  const [fast, slow] = [await serveFolder(hub.folder), await serveFolder(hub.folder)];
  const home = await openHome({ hubs: [fast, slow].map(({ url }) => ({ url, key })) });

  slow.hold();
  const syncing = home.post<object>("/v1/hub/sync", {});
  const asked = { what: "sync", says: `${fast.url} has answered`, done: 1, total: 2 };
  await expect.poll(() => stepsOf(home)).toEqual([asked]);
  slow.release();
  expect((await syncing).body).toMatchObject({ hubs: [{ error: null }, { error: null }] });

  const wanted = { name: "acme/notes", hub: slow.url };
  for (const what of ["show", "install"]) {
    slow.hold();
    const waiting = home.post<object>(`/v1/hub/${what}`, wanted);
    const step = { what, says: `Asking ${slow.url}`, done: 0, total: 1 };
    await expect.poll(() => stepsOf(home)).toEqual([step]);
    slow.release();
    expect((await waiting).status).toBe(200);
  }
  expect(await stepsOf(home)).toEqual([]);

  await install(home, "acme/notes");
  const told: Parameters<HubProgress>[0][] = [];
  const call = {
    signal: AbortSignal.timeout(10_000),
    onProgress: (step: (typeof told)[0]) => void told.push(step),
  };
  expect(await verifyInstalls(home.engine, undefined, call)).toMatchObject({ ok: true });
  expect(told).toEqual([{ says: "Reading acme/notes@1.0.0", done: 0, total: 1 }]);
});
