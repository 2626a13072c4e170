import { findStagingWay } from "../keeper/find-staging-way.ts";
import { openScene } from "./scene.ts";
import { treeOf } from "./tree-of.ts";

// Runs random programs as whoever started it, and applies what each has done: every second one in a process
// that is killed midway. Undoes all of it, and prints how it went. The argument is how many.
const programs = Number(process.argv[2]);
const scene = openScene();
const answers = {
  uid: process.getuid?.(),
  way: await findStagingWay(scene.home),
  kills: 0,
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
      const { id, set, difference } = await scene.call(scene.random(2_000 + seed, 15), {
        way,
        during: async ({ outside }) => {
          seen = JSON.stringify(await treeOf(outside));
        },
      });
      if (seed % 2 === 1) {
        const before = JSON.stringify(await treeOf(scene.root));
        const steps = 2 * (12 + 7 * difference.changes.length);
        const step = (seed * 7_919) % steps;
        answers.kills += Number(await scene.killedAt(["apply", id, set.digest], step));
        await scene.sets.recover();
        const isKept = (await scene.rows.get(id))?.state === "kept";
        const isWhole = JSON.stringify(await treeOf(scene.root)) === (isKept ? before : seen);
        if (!isWhole) process.stderr.write(`${way} ${seed} is neither as before nor as approved\n`);
        if (!isKept) {
          answers.exact += Number(isWhole);
          applied.push(id);
          continue;
        }
      }
      const { state, conflicts } = await scene.sets.apply(id, set.digest);
      const isExact = JSON.stringify(await treeOf(scene.root)) === seen;
      if (state === "applied" && conflicts.length === 0 && isExact) answers.exact += 1;
      else process.stderr.write(`${way} ${seed} ${state} ${JSON.stringify(conflicts)}\n`);
      applied.push(id);
    }
    const undo = await scene.planUndo(scene.newId(), applied);
    if (undo.set) await scene.sets.apply(undo.set.id, undo.set.digest);
    const isUndone = undo.conflicts.length === 0;
    if (isUndone && JSON.stringify(await treeOf(scene.root)) === beginning) answers.undone += 1;
  }
} finally {
  await scene.close();
}
process.stdout.write(JSON.stringify(answers));
