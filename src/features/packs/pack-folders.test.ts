import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";
import { PACKS } from "./packs.ts";

const FOLDER = {
  "SKILL.md": "---\nname: counter\ndescription: Counts words.\n---\nCall the tool.\n",
  "count.mjs": "console.log(process.argv[2].split(' ').length)\n",
  "tools.json": JSON.stringify({
    tools: [
      {
        name: "count",
        description: "Counts words.",
        inputSchema: { type: "object", properties: { text: { type: "string" } } },
        exec: { command: "node", args: ["{{pack_root}}/count.mjs", "{{text}}"] },
      },
    ],
  }),
};
const ID = "pack:counter";
const URL = `/v1/capabilities/${ID}`;

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, ...options });
  onTestFinished(() => api.close());
  const path = makeTree(FOLDER);
  expect(await api.post("/v1/packs", { path })).toMatchObject({ status: 201 });
  const change = (enabled: boolean, as: "owner" | "agent" = "owner") =>
    api.request("PATCH", URL, { as, body: { enabled } });
  return { api, path, change };
}

test("F71: an approver disables a pack as any capability, and none of its tools runs then", async () => {
  const { api, change } = await open({ permissions: { allow: ["pack:*", "builtin:*"] } });
  const { id: session_id } = await api.openSession();
  const attach = (id: string) => api.request("PUT", `/v1/sessions/${id}/packs/counter`, {});
  expect(await attach(session_id)).toMatchObject({ status: 200 });
  const inputs = { pack_id: "counter" };
  await api.post("/v1/tools/builtin:capability_packs:enable_tools/invoke", { inputs, session_id });
  const count = async () => {
    const call = { inputs: { text: "a b" }, session_id };
    return (await api.post(`/v1/tools/${ID}:count/invoke`, call)).body;
  };
  expect(await count()).toMatchObject({ state: "completed", outputs: { stdout: "2\n" } });

  expect(await change(false, "agent")).toMatchObject({ status: 403 });
  expect(await change(false)).toMatchObject({
    status: 200,
    body: { problem: expect.stringContaining(`${ID} is disabled`) },
  });
  expect(await count()).toMatchObject({ code: "TOOL_NOT_FOUND" });
  const other = await api.openSession();
  expect(await attach(other.id)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining(`capstan capabilities enable ${ID}`) },
  });

  expect(await api.get("/v1/packs/counter")).toMatchObject({ body: { enabled: false } });

  expect(await change(true)).toMatchObject({ status: 200 });
  expect(await count()).toMatchObject({ state: "completed" });
  expect(await attach(other.id)).toMatchObject({ status: 200 });
});

test("F71: a pack is read again and removed as any capability, and then does not come back", async () => {
  const { api, path } = await open();
  const before = api.engine.of(BUNDLES).installed().get(ID)?.digest;
  writeFileSync(join(path, "more.md"), "More.");
  const refreshed = await api.post(`${URL}/refresh`, {}, { as: "admin" });
  expect(refreshed).toMatchObject({ status: 200, body: { id: ID, kind: "pack" } });
  expect(api.engine.of(PACKS).known().get("counter")?.digest).not.toBe(before);
  expect(await api.request("DELETE", URL, { as: "agent" })).toMatchObject({ status: 403 });
  expect(await api.request("DELETE", URL)).toMatchObject({ body: { id: ID, removed: true } });
  expect(await api.get(URL)).toMatchObject({ status: 404 });
  expect(await api.get("/v1/packs/counter")).toMatchObject({ status: 404 });
});

test("P34: a key that only invokes reads no document of a pack around the gate", async () => {
  const { api } = await open();
  const documentation = async (as: "owner" | "agent") =>
    (await api.get(`${URL}/documentation`, { as })).body;
  expect(await documentation("agent")).toMatchObject({ path: null, text: "" });
  expect(await documentation("owner")).toMatchObject({ path: "SKILL.md" });
});

test("F18: a pack that says it ships is trusted so only byte by byte", async () => {
  const shippedPacks = makeTree(
    Object.fromEntries(Object.entries(FOLDER).map(([name, text]) => [`counter/${name}`, text])),
  );
  const { api } = await open({ shippedPacks });
  const folderShelf = api.engine.of(BUNDLES).shelf;
  const { digest } = (await folderShelf.find({ path: join(shippedPacks, "counter") })).read.bundle;
  expect(await folderShelf.trustOf({ digest, origin: "zip" })).toBe("builtin");
  const other = { digest: "sha256:other", origin: "shipped" } as const;
  expect(await folderShelf.trustOf(other)).toBe("local");
  expect(await folderShelf.trustOf({ ...other, origin: "hub" })).toBe("remote");
});
