import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { assemble } from "../src/app/assemble.ts";
import { defineCapability } from "../src/app/define-capability.ts";
import type { Call } from "../src/gate/call.ts";
import { directCall } from "../src/gate/direct-call.ts";
import { invoke } from "../src/gate/invoke.ts";
import { createOfflineModel } from "../src/models/offline/offline-model.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import { measure, type Scale, type Work } from "./measure.ts";
import { type Row, ratio } from "./report.ts";

const nothing = defineCapability({
  id: "nothing",
  name: "Nothing",
  description: "An effect that takes no time, so that only the gate is measured.",
  status: "available",
  tools: [
    {
      name: "do",
      description: "Does nothing.",
      riskLevel: "MED",
      sideEffectTags: ["fs.write"],
      inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      run: () => ({ ok: true }),
    },
  ],
});

/** Of a call alone, beside a commit alone; and of each call when eight are made at once. */
const READ_ONLY_TARGET = 1.8;
const EFFECTFUL_TARGET = 2;
const BUSY_TARGET = 1;

/** Sessions at work in one process. What they commit at once shares a sync. */
const AT_ONCE = [2, 8];

function atOnce(name: string, count: number, run: () => Promise<void>): Work {
  return {
    name: `${name}, each of ${count} at once`,
    atOnce: count,
    async run() {
      await Promise.all(Array.from({ length: count }, run));
    },
  };
}

/** What the gate costs beside what any durable program pays: the commits themselves. */
export async function benchCalls(scale: Scale): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const commit = oneRowCommit(join(folder, "floor.db"));
  const assembled = await assemble({
    store: openSqliteStore(join(folder, "capstan.db")),
    model: createOfflineModel(),
    capabilities: [nothing],
  });
  const { gate } = assembled.engine;
  const call = (toolId: string, inputs: Call["inputs"]) =>
    invoke(
      gate,
      directCall(gate, {
        toolId,
        inputs,
        actor: { id: "prn_owner", scopes: ["invoke", "approve"] },
      }),
    );
  let n = 0;
  const readOnly = async () => void (await call("builtin:test_math:add", { a: n++, b: 1 }));
  const effectful = async () => void (await call("builtin:nothing:do", { n: n++ }));
  try {
    const [one, two, ...calls] = await measure(
      [
        { name: "one one-row durable commit", run: () => commit(n++) },
        {
          name: "two one-row durable commits",
          run() {
            commit(n++);
            commit(n++);
          },
        },
        { name: "governed read-only call", run: readOnly },
        { name: "governed effectful call", run: effectful },
        ...AT_ONCE.flatMap((count) => [
          atOnce("governed read-only call", count, readOnly),
          atOnce("governed effectful call", count, effectful),
        ]),
      ],
      scale,
    );
    return calls.map((figure, index) => {
      const count = [1, ...AT_ONCE][Math.floor(index / 2)] ?? 1;
      const [floor, alone] = index % 2 === 0 ? [one, READ_ONLY_TARGET] : [two, EFFECTFUL_TARGET];
      return ratio(figure, floor, count === 1 ? alone : count < 8 ? null : BUSY_TARGET);
    });
  } finally {
    await assembled.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The floor: one prepared insert of a small row, committed as durably as Capstan commits. */
function oneRowCommit(file: string): (n: number) => void {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full;");
  db.exec("create table t (id text primary key, at text not null, body text not null) strict");
  const insert = db.prepare("insert into t values (?, ?, ?)");
  return (n) => {
    insert.run(`row_${n}`, "2026-01-01T00:00:00.000Z", `{"n":${n},"state":"completed"}`);
  };
}
