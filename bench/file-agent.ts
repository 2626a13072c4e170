import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { invokeTool } from "../src/engine/invoke-tool.ts";
import { BUNDLES } from "../src/features/bundles/bundles.ts";
import { installFolder } from "../src/features/bundles/registry.ts";
import { giveAccess } from "../src/gate/access/give-access.ts";
import { ADMIN, openHarness } from "../test/harness.ts";
import { type Figure, measure, type Scale } from "./measure.ts";
import { quantile } from "./quantile.ts";
import { type Row, ratio, withinUs } from "./report.ts";

const FILES = 100_000;
const FOLDERS = 1_000;
const MOST = 3;
const WARM_US = 20_000;
const AGENT = fileURLToPath(new URL("../capabilities/file_agent", import.meta.url));

/** file_agent over many files, whole calls in the sandbox, against the programs that do nothing else. */
export async function benchFileAgent({ rounds }: Scale): Promise<Row[]> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "capstan-bench-files-")));
  const folder = join(top, "files");
  const small = join(top, "small");
  makeFiles(folder, small);
  const harness = await openHarness({
    machine: "here",
    contentFolder: join(top, "content"),
    workspaceFolder: join(top, "workspaces"),
  });
  try {
    const { engine, gate } = harness;
    const found = await engine.of(BUNDLES).shelf.find({ path: AGENT });
    await installFolder(engine, found, "bench");
    const paths = [folder, small].map((root) => ({
      root,
      verbs: ["read" as const],
      sessionId: null,
    }));
    await giveAccess(gate, "agent:file_agent", { paths, hosts: [] }, ADMIN);
    const session = await harness.openSession();
    const call = async (action: string, inputs: Record<string, string | boolean>) => {
      const wanted = { toolId: `agent:file_agent:${action}`, inputs, actor: ADMIN };
      const { state, error } = await invokeTool(engine, wanted, session);
      if (state !== "completed") throw new Error(`${action}: ${error?.message ?? state}`);
    };
    const scale = { rounds: Math.min(rounds, 7), runs: 1, warmUps: 1 };
    const [listed, find, searched, grep] = await measure(
      [
        {
          name: `list_files, ${FILES} files`,
          run: () => call("list_files", { path: folder, recursive: true, larger_than: "10 B" }),
        },
        {
          name: "find -type f -size",
          run: () =>
            void run("find", [folder, "-type", "f", "-size", "+10c", "-printf", "%p %s\n"]),
        },
        {
          name: `search_files, ${FILES} files`,
          run: () => call("search_files", { path: folder, content: "needle" }),
        },
        { name: "grep -rilI", run: () => void run("grep", ["-rilI", "needle", folder]) },
      ],
      scale,
    );
    const warm = await timeWarm(() => call("get_metadata", { path: small }));
    return [ratio(listed, find, MOST), ratio(searched, grep, MOST), withinUs(warm, warm, WARM_US)];
  } finally {
    await harness.close();
    rmSync(top, { recursive: true, force: true });
  }
}

/** The process of a call is started ahead: each finds one that is ready, as a person's next one does. */
async function timeWarm(run: () => Promise<void>): Promise<Figure> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    await sleep(1_000);
    const started = performance.now();
    await run();
    times.push(1_000 * (performance.now() - started));
  }
  const sorted = times.slice(2).sort((one, other) => one - other);
  const wallUs = quantile(sorted, 0.5);
  const spread = (quantile(sorted, 0.9) - quantile(sorted, 0.1)) / 2 / wallUs;
  return { name: "get_metadata, warm", wallUs, cpuUs: wallUs, spread, steady: true };
}

function makeFiles(folder: string, small: string): void {
  mkdirSync(small);
  writeFileSync(join(small, "a.txt"), "a");
  const text = "some words of a file that nobody looks for\n".repeat(10);
  for (let n = 0; n < FOLDERS; n++) {
    const inside = join(folder, `folder-${n}`);
    mkdirSync(inside, { recursive: true });
    for (let f = 0; f < FILES / FOLDERS; f++) {
      writeFileSync(
        join(inside, `file-${f}.txt`),
        f === 0 && n % 10 === 0 ? `${text}needle` : text,
      );
    }
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { maxBuffer: 100_000_000, stdio: ["ignore", "pipe", "ignore"] });
}
