import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadComposition } from "../src/engine/composition/load-composition.ts";
import { installFound } from "../src/features/bundles/found-folders.ts";
import { installPath } from "../src/features/bundles/testing/install-path.ts";
import { changePacks } from "../src/features/packs/attach-packs.ts";
import { PACKS } from "../src/features/packs/packs.ts";
import { openHarness } from "../test/harness.ts";
import { measure, type Scale } from "./measure.ts";
import { type Row, withinUs } from "./report.ts";

const REGISTERED = 1_000;
const ATTACHED = 20;
const FILES = 50;
const COMPOSE_US = 1_000;
const TAKE_IN_US = 50_000;

/** What packs add to a model call, and what it costs to take in a folder. */
export async function benchPacks({ rounds, runs }: Scale): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-packs-"));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const skill = (name: string) =>
    `---\nname: ${name}\ndescription: ${"Does one thing. ".repeat(10)}\n---\n# ${name}\n`;
  for (let n = 0; n < REGISTERED; n++) put(`many/p${n}/SKILL.md`, skill(`p${n}`));
  const { engine, openSession, close } = await openHarness();
  try {
    const started = performance.now();
    await installFound(engine, [{ path: join(folder, "many"), in: "project" }], "owner");
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${engine.of(PACKS).known().size} packs were found in ${seconds} s.`);
    const plain = await openSession();
    const packs = [...engine.of(PACKS).known().keys()].slice(0, ATTACHED);
    const session = await changePacks(engine, (await openSession()).id, { attach: packs }, "owner");
    const [none, some] = await measure(
      [
        {
          name: "compose, no pack",
          run: async () => void (await loadComposition(engine, plain, [])),
        },
        {
          name: `compose, ${ATTACHED} of ${REGISTERED} packs attached`,
          run: async () => void (await loadComposition(engine, session, [])),
        },
      ],
      { rounds, runs },
    );
    let n = 0;
    const [taken] = await measure(
      [
        {
          name: `take in a folder of ${FILES} files`,
          async run() {
            const name = `one${n++}`;
            put(`${name}/SKILL.md`, skill(name));
            for (let f = 1; f < FILES; f++)
              put(`${name}/docs/${f}.md`, `${name} ${f} `.repeat(200));
            await installPath(engine, join(folder, name));
          },
        },
      ],
      { rounds: 5, runs: 3, warmUps: 1 },
    );
    return [
      ...(some ? [withinUs(some, none, COMPOSE_US)] : []),
      ...(taken ? [withinUs(taken, taken, TAKE_IN_US)] : []),
    ];
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}
