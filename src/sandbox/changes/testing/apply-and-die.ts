import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Applies a change set, or recovers all, and is killed at one of its calls that change or sync files:
// before it for an even number, after it for an odd one.
const [place = "", home = "", what = "", id = "", digest = "", at = ""] = process.argv.slice(2);
const last = Number(at);
let calls = 0;
const CHANGES =
  /^(?:rename|link|unlink|symlink|rm|mkdir|rmdir|copyFile|writeFile|fsync|utimes|l?chown|fchown|f?chmod)Sync$/;

function die(when: number): void {
  if (calls === last >> 1 && (last & 1) === when) process.kill(process.pid, "SIGKILL");
}

const mortal = new Map(
  Object.entries(fs).flatMap(([name, call]) => {
    if (!CHANGES.test(name) || typeof call !== "function") return [];
    const wrapped = (...args: unknown[]) => {
      calls += 1;
      die(0);
      const result: unknown = Reflect.apply(call, fs, args);
      die(1);
      return result;
    };
    return [[name, Object.assign(wrapped, call)] as const];
  }),
);

const { createChangeSets } = await import("../create-change-sets.ts");
const { createFileRows, createLocks } = await import("./file-rows.ts");
const rows = createFileRows(place);
const sets = createChangeSets({ home, rows, locks: createLocks() });
Object.assign(fs, Object.fromEntries(mortal));
syncBuiltinESMExports();
if (what === "recover") await sets.recover();
else await sets.apply(id, digest);
process.stdout.write(String(calls));
