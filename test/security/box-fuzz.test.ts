import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Mount } from "../../src/sandbox/sandbox.ts";
import { answerOf, makeFolder, payload, SECRET } from "../box.ts";
import { treeHash } from "../tree-hash.ts";

const IS_LONG = process.env.MODE === "long";
const NAMES = ["a", "b", "link"];

const place = fc.constantFrom("/m", "/m/a", "/m/a/b", "/n", "/n/b", "/home/user/x", "/tmp/m");
const mounts = fc.uniqueArray(
  fc.record({ target: place, mode: fc.constantFrom("ro", "rw", "scratch") }),
  { minLength: 1, maxLength: 4, selector: ({ target }) => target },
);
const step = fc.constantFrom(
  "..",
  ".",
  "a",
  "b",
  "f",
  "link",
  "up",
  "abs",
  "proc",
  "m",
  "n",
  "x",
  "",
);
const start = fc.constantFrom(
  ...[
    "/m",
    "/n",
    "/home/user/x",
    "/tmp/m",
    "",
    "/proc/self/root",
    "/proc/1/root",
    "/proc/self/cwd",
  ],
  ...["/dev/fd/0", "OUTSIDE", "/proc/self/rootOUTSIDE", "/m/../..OUTSIDE"],
);
const path = fc
  .tuple(start, fc.array(step, { maxLength: 6 }))
  .map(([from, steps]) => [from, ...steps].join("/"));
const action = fc.record({
  what: fc.constantFrom(
    "read",
    "write",
    "append",
    "unlink",
    "mkdir",
    "rename",
    "symlink",
    "link",
    "list",
  ),
  path,
  other: path,
});

/** Does what it is told to, and prints all that it could read. */
const PUPPET = `
import json, os, sys
read = []
for action in json.load(sys.stdin):
    path, other = action["path"], action["other"]
    try:
        what = action["what"]
        if what == "read": read.append(open(path, errors="replace").read(2000))
        elif what == "list": read.append(" ".join(os.listdir(path)))
        elif what == "write": open(path, "w").write("spoiled")
        elif what == "append": open(path, "a").write("spoiled")
        elif what == "unlink": os.unlink(path)
        elif what == "mkdir": os.mkdir(path)
        elif what == "rename": os.rename(path, other)
        elif what == "symlink": os.symlink(other, path)
        elif what == "link": os.link(other, path)
    except (OSError, ValueError): pass
print(json.dumps(read))
`;

/** A folder with files and with links that lead up, away and in circles. */
function fill(folder: string, outside: string, text: string): void {
  mkdirSync(join(folder, "a/b"), { recursive: true });
  mkdirSync(join(folder, "b"));
  for (const name of ["f", "a/f", "a/b/f"]) writeFileSync(join(folder, name), text);
  symlinkSync("../../../../../../../..", join(folder, "up"));
  symlinkSync(outside, join(folder, "abs"));
  symlinkSync("/proc/self/root", join(folder, "a/proc"));
  for (const name of NAMES.slice(0, 2)) symlinkSync(join(outside, "f"), join(folder, name, "link"));
}

test(
  "A1, A11, A12, A13, A14, A20: whatever is mounted where, no byte outside is read or written",
  async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        mounts,
        fc.array(action, { minLength: 5, maxLength: 40 }),
        async (table, actions) => {
          runs++;
          const outside = makeFolder();
          fill(outside, "/etc", SECRET);
          const given: Mount[] = table.map(({ target, mode }, index) => {
            const source = makeFolder();
            fill(source, outside, `text of ${index}`);
            return { source, target, mode: mode as Mount["mode"] };
          });
          const kept = [
            outside,
            ...given.filter(({ mode }) => mode !== "rw").map((it) => it.source),
          ];
          const before = kept.map(treeHash);
          const system = readFileSync("/etc/passwd", "utf8");
          const told = actions.map((it) => ({
            ...it,
            path: it.path.replace("OUTSIDE", outside),
            other: it.other.replace("OUTSIDE", outside),
          }));
          // Looks itself that nothing of the secret was read.
          await answerOf(payload.python(PUPPET), {
            mounts: given,
            stdin: Buffer.from(JSON.stringify(told)),
          });
          expect(kept.map(treeHash)).toEqual(before);
          expect(readFileSync("/etc/passwd", "utf8")).toBe(system);
        },
      ),
      IS_LONG
        ? { numRuns: 2_000, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: false }
        : { numRuns: 60, interruptAfterTimeLimit: 4_000, markInterruptAsFailure: false },
    );
    expect(runs).toBeGreaterThan(5);
  },
  IS_LONG ? 400_000 : 40_000,
);
