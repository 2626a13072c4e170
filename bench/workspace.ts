import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedactor } from "../src/base/redaction/redactor.ts";
import { openSessionFiles } from "../src/gate/files/session-files.ts";
import { storeContent } from "../src/gate/files/store-content.ts";
import { createWorkspaces } from "../src/sandbox/workspace/create-workspaces.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import { fixtureId, makeSession } from "../src/testing/fixtures.ts";
import { measure } from "./measure.ts";
import { type Row, ratio, wallOf, withinUs } from "./report.ts";

const SESSION = fixtureId("session");
const FILES = 1_000;
const CHANGED = 10;
const LARGE = 100_000_000;
const UNCHANGED_US = 20_000;
const LIMITS = { fileBytes: 2 * LARGE, sessionBytes: 10 * LARGE, sessionFiles: 10_000 };

/** What it costs to have a session's files as a folder, and to take back what changed in it. */
export async function benchWorkspace({ rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-workspace-"));
  const store = openSqliteStore(join(folder, "capstan.db"));
  const clock = { now: () => Date.now() };
  const parts = { store, clock, redactor: createRedactor(), limits: LIMITS };
  const workspaces = createWorkspaces({
    store,
    clock,
    folder: join(folder, "workspaces"),
    isShared: false,
    limits: LIMITS,
    storeContent: (content) => storeContent(parts, content),
    hideKnown: (text) => text,
    report: (error) => console.error(error),
  });
  const files = openSessionFiles(parts, SESSION);
  const signal = new AbortController().signal;
  const root = join(folder, "workspaces", SESSION);
  const bare = join(folder, "bare");
  const open = (mode: "ro" | "rw") => workspaces.open({ sessionId: SESSION, mode, signal });
  const layOut = async () => (await open("ro")).close();
  const captured = async (change: () => void) => {
    const workspace = await open("rw");
    change();
    const keep = await workspace.capture();
    const { changes } = await keep.settle();
    await store.journal.commit("bench.record", changes);
    await keep.recorded();
  };
  const copy = () => cpSync(root, bare, { recursive: true, force: true });
  const rewrite = (at: string) => {
    for (let n = 0; n < CHANGED; n++) writeFileSync(join(at, `f${n}.txt`), randomBytes(1_000));
  };
  try {
    await store.journal.commit("bench.session", [{ type: "session.add", session: makeSession() }]);
    for (let n = 0; n < FILES; n++) await files.write(`/f${n}.txt`, randomBytes(1_000));
    await layOut();
    const [unchanged, copied, ten, bareTen] = await measure(
      [
        { name: "1,000 files laid out, none changed", run: layOut },
        { name: "cp of 1,000 files", run: copy },
        {
          name: "10 of 1,000 changed by a program, captured",
          run: () => captured(() => rewrite(root)),
        },
        { name: "10 files written", run: () => rewrite(bare) },
      ],
      { rounds, runs: 1, warmUps: 3 },
    );
    const [large, bareLarge] = await measure(
      [
        {
          name: "a file of 100 MB changed by a program, captured",
          run: () => captured(() => writeFileSync(join(root, "large.bin"), largeContent())),
        },
        {
          name: "100 MB written, and digested",
          run() {
            const content = largeContent();
            writeFileSync(join(folder, "large.bin"), content);
            createHash("sha256").update(content).digest("hex");
          },
        },
      ],
      { rounds: Math.min(rounds, 3), runs: 1, warmUps: 1 },
    );
    return [
      withinUs(unchanged, copied, UNCHANGED_US),
      ratio(ten, bareTen, null, [wallOf]),
      ratio(large, bareLarge, null, [wallOf]),
    ];
  } finally {
    await workspaces.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

let made = 0;

/** Another one each time, which costs little to make. */
function largeContent(): Uint8Array {
  const content = Buffer.alloc(LARGE, "capstan ");
  content.writeUInt32LE(made++);
  return content;
}
