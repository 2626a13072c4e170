import { findStagingWay } from "../keeper/find-staging-way.ts";
import { openScene } from "./scene.ts";
import { treeOf } from "./tree-of.ts";

// Runs random programs as whoever started it, applies what each has done, undoes all of it, and prints how
// it went. The first argument is how many.
const programs = Number(process.argv[2]);
const scene = openScene();
const answers = {
  uid: process.getuid?.(),
  way: await findStagingWay(scene.home),
  exact: 0,
  undone: 0,
};
try {
  for (const way of ["unshare", "bubblewrap", "copy"] as const) {
    await scene.asPerson(scene.random(programs, 80));
    const beginning = JSON.stringify(await treeOf(scene.root));
    const applied: string[] = [];
    for (let seed = 0; seed < programs; seed++) {
      let seen = "";
      const { id, set } = await scene.call(scene.random(2_000 + seed, 15), {
        way,
        during: async ({ outside }) => {
          seen = JSON.stringify(await treeOf(outside));
        },
      });
      const { state, conflicts } = await scene.sets.apply(id, set.digest);
      const isExact = JSON.stringify(await treeOf(scene.root)) === seen;
      if (state === "applied" && conflicts.length === 0 && isExact) answers.exact += 1;
      else process.stderr.write(`${way} ${seed} ${state} ${JSON.stringify(conflicts)}\n`);
      applied.push(id);
    }
    const undo = await scene.sets.planUndo(scene.newId(), applied);
    if (undo.set) await scene.sets.apply(undo.set.id, undo.set.digest);
    const isUndone = undo.conflicts.length === 0;
    if (isUndone && JSON.stringify(await treeOf(scene.root)) === beginning) answers.undone += 1;
  }
} finally {
  await scene.close();
}
process.stdout.write(JSON.stringify(answers));
