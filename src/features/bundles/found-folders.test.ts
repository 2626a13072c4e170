import { expect, onTestFinished, test } from "vitest";
import { openHarness } from "../../../test/harness.ts";
import { PACKS } from "../packs/packs.ts";
import { installFound } from "./found-folders.ts";
import { makeTree } from "./testing/make-tree.ts";
import { trustFolder } from "./trusted-folders.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

test("P3: skills in the owner's folders are found when it starts, and attached to nothing", async () => {
  const folder = makeTree({
    "one/SKILL.md": skill("one"),
    "two/README.md": skill("two"),
    "broken/SKILL.md": "no front matter",
    "nothing/a.txt": "x",
  });
  const harness = await openHarness({ packFolders: [folder, `${folder}/not-there`] });
  onTestFinished(() => harness.close());
  const { engine } = harness;
  await expect
    .poll(() => [...engine.of(PACKS).known().keys()], { timeout: 10_000 })
    .toEqual(["one", "two"]);
  expect((await harness.openSession()).attachments).toEqual([]);
  const again = await installFound(engine, [{ path: folder, in: "project" }], "owner");
  expect(again).toMatchObject({ added: [], refused: [{ path: `${folder}/broken` }] });
});

test("P3: what lies in a project is found only once it is trusted", async () => {
  const project = makeTree({
    ".claude/skills/mine/SKILL.md": skill("mine"),
    ".agents/skills/ours/SKILL.md": skill("ours"),
  });
  const harness = await openHarness();
  onTestFinished(() => harness.close());
  const { engine } = harness;
  expect([...engine.of(PACKS).known().keys()]).toEqual([]);
  expect(await trustFolder(engine, project, "owner")).toMatchObject({
    added: ["pack:ours", "pack:mine"],
  });
  expect(await harness.audited()).toContain("folder.trusted");
});
