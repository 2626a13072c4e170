import { parseArgs } from "node:util";
import { benchCalls } from "./calls.ts";
import { benchCompose } from "./compose.ts";
import { benchFileAgent } from "./file-agent.ts";
import { benchGateway } from "./gateway.ts";
import { benchMcp } from "./mcp.ts";
import { benchOffline } from "./offline.ts";
import { benchPackages } from "./packages.ts";
import { benchPacks } from "./packs.ts";
import { benchPolicy } from "./policy.ts";
import { benchPostgres } from "./postgres.ts";
import { printRows, type Row } from "./report.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchSearch } from "./search.ts";
import { benchStart } from "./start.ts";
import { benchTurns } from "./turns.ts";
import { benchWorkspace } from "./workspace.ts";

const SHORT = { rounds: 7, runs: 100 };
const FULL = { rounds: 25, runs: 400 };

const BENCHES = new Map<string, (scale: typeof FULL) => Promise<Row[]>>([
  ["calls", benchCalls],
  ["start", benchStart],
  ["policy", benchPolicy],
  ["search", benchSearch],
  ["compose", benchCompose],
  ["offline", benchOffline],
  ["postgres", benchPostgres],
  ["sandbox", benchSandbox],
  ["mcp", benchMcp],
  ["gateway", benchGateway],
  ["turns", benchTurns],
  ["workspace", benchWorkspace],
  ["packs", benchPacks],
  ["packages", benchPackages],
  ["file-agent", benchFileAgent],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false } },
});
/** With its peers it takes a quarter of an hour: only who names it wants that. */
const LONG: ReadonlySet<string> = new Set(["turns"]);
const usual = [...BENCHES.keys()].filter((name) => !LONG.has(name));
const wanted = positionals.length > 0 ? positionals : usual;
const rows: Row[] = [];
for (const name of wanted) {
  const bench = BENCHES.get(name);
  if (!bench)
    throw new Error(`No benchmark "${name}". There are: ${[...BENCHES.keys()].join(", ")}.`);
  rows.push(...(await bench(values.short ? SHORT : FULL)));
}
printRows(rows);
