import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";
import { makeTree } from "../features/bundles/testing/make-tree.ts";
import { skillTree } from "../features/bundles/testing/skill-trees.ts";

const CODE = { "impl.py": "def execute(ctx):\n    return {}\n" };

/** Skills in one folder, as an owner or Capstan keeps them. */
function folderOf(...names: readonly string[]): string {
  const place = makeTree({ "readme.txt": "" });
  for (const name of names) {
    mkdirSync(join(place, name));
    for (const [file, text] of Object.entries(skillTree(name, "side_effects: []", CODE))) {
      writeFileSync(join(place, name, file), text);
    }
  }
  return place;
}

test("F26: a server is not ready before what ships is installed, and then has all of it", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `shipped-${n}`);
  const api = await openApi({ shippedPacks: folderOf(...names), packFolders: [] });
  const readiness = async () => (await api.get<{ status: string }>("/readyz", { as: null })).body;
  expect(await readiness()).toEqual({ status: "starting" });
  await expect.poll(async () => (await readiness()).status).toBe("ready");
  const { body } = await api.get<{ total: number }>("/v1/skills");
  expect(body.total).toBe(names.length);
  await api.close();
});

test("F26: a folder with the name of a shipped one is listed with the reason", async () => {
  const capabilityFolder = folderOf("shipped", "mine");
  const api = await openApi({
    shippedPacks: folderOf("shipped"),
    packFolders: [],
    capabilityFolder,
  });
  await api.engine.foldersTakenIn();
  const { body } = await api.get<{ items: { path: string; reason: string }[] }>(
    "/v1/refused-folders",
  );
  expect(body.items).toEqual([
    { path: join(capabilityFolder, "shipped"), reason: expect.stringContaining("shipped") },
  ]);
  expect(api.reported.map(String)).toEqual([expect.stringContaining("was not installed")]);
  expect((await api.get("/v1/refused-folders", { as: "agent" })).status).toBe(403);
  await api.close();
});
