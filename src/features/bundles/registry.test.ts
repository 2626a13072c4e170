import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHarness } from "../../../test/harness.ts";
import { BUNDLES } from "./bundles.ts";
import { installFound } from "./found-folders.ts";
import { enableFolder, installFolder, refreshFolder, removeFolder } from "./registry.ts";
import { makeTree } from "./testing/make-tree.ts";
import { skillTree } from "./testing/skill-trees.ts";

const one = skillTree("one", "", { "impl.mjs": "export const run = () => ({});" });

async function open(options: Parameters<typeof openHarness>[0] = {}) {
  const harness = await openHarness(options);
  onTestFinished(() => harness.close());
  const { engine } = harness;
  const install = async (path: string) => {
    const { read, ...found } = await engine.of(BUNDLES).shelf.find({ path });
    return installFolder(
      engine,
      { kind: "skill", path: found.path, read, origin: "local" },
      "admin",
    );
  };
  return { engine, install, audited: harness.audited };
}

test("X35: a folder with SKILL.md and impl.* is a skill; it is disabled, read again and removed", async () => {
  const { engine, install, audited } = await open();
  const path = makeTree(one);
  const { id } = await install(path);
  const tool = () => engine.gate.catalog.getTool("skill:one:run");
  expect(tool()).toMatchObject({ enabled: true, trust: "local" });
  await enableFolder(engine, id, { enabled: false, draft: false }, "admin");
  expect(tool()).toMatchObject({ enabled: false });
  writeFileSync(join(path, "more.md"), "x");
  expect(await refreshFolder(engine, id, "admin")).toMatchObject({ enabled: false });
  await expect(install(makeTree(one))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await removeFolder(engine, id, "admin");
  expect(tool()).toBeUndefined();
  expect(await audited()).toEqual(
    expect.arrayContaining(["folder.installed", "folder.disabled", "folder.changed"]),
  );
});

test("one that cannot be read is listed with the reason, and one that was removed stays away", async () => {
  const place = makeTree({ "x.txt": "" });
  const { engine } = await open({ shippedPacks: place });
  for (const [name, doc] of [
    ["good", one["SKILL.md"]],
    ["bad", "no front matter"],
  ] as const) {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, "SKILL.md"), doc ?? "");
    writeFileSync(join(place, name, "impl.py"), "");
  }
  const found = await installFound(engine, [{ path: place, in: "shipped" }], "capstan");
  expect(found).toEqual({ added: ["skill:bad", "skill:one"], refused: [] });
  expect(engine.gate.catalog.getCapability("skill:bad")).toMatchObject({
    status: "draft",
    problem: expect.stringContaining("front matter"),
  });
  expect(engine.gate.catalog.getTool("skill:one:run")).toMatchObject({ trust: "builtin" });
  await removeFolder(engine, "skill:one", "admin");
  expect((await installFound(engine, [{ path: place, in: "shipped" }], "capstan")).added).toEqual(
    [],
  );
});
