import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/bundle.mjs";
import { type Figure, measure } from "./measure.ts";
import { quantile } from "./quantile.ts";
import { plusMinus, type Row, ratio, times, wallOf } from "./report.ts";

const CAPSTAN = fileURLToPath(new URL("../bin/capstan.mjs", import.meta.url));
const READY_TARGET_MS = 400;

/** How long a person waits: for the first byte of a command, and for a server that answers. */
export async function benchStart({ rounds }: { rounds: number }): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  // As the package is published: bundled.
  await bundle("src/app/main.ts", "build/app");
  const env = {
    ...process.env,
    CAPSTAN_BUNDLE: "1",
    CAPSTAN_HOME: home,
    CAPSTAN_PORT: "0",
    CAPSTAN_IDLE_EXIT_S: "60",
  };
  try {
    const server = await serve(env);
    // To their end, once: Node writes its compile cache when a process exits.
    for (const args of [["--help"], ["tools", "list"]]) await toEnd([CAPSTAN, ...args], env);
    const [bare, help, list] = await measure(
      [
        { name: "node -e 0", run: () => firstByte(["-e", "0"], env) },
        { name: "capstan --help, first byte", run: () => firstByte([CAPSTAN, "--help"], env) },
        {
          name: "capstan tools list, first byte",
          run: () => firstByte([CAPSTAN, "tools", "list"], env),
        },
      ],
      // Each run is a process of its own: there is nothing to warm up but the files it reads.
      { rounds, runs: 1, warmUps: 1 },
    );
    await server.stop();
    const ready: number[] = [];
    for (let round = 0; round < Math.max(3, rounds / 3); round++) {
      const started = await serve(env);
      ready.push(started.readyMs);
      await started.stop();
    }
    return [
      ratio(help, bare, 1.5, [wallOf]),
      ratio(list, bare, 1.5, [wallOf]),
      readyRow(ready, bare),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Resolves with the first byte of output, or with the end of a process that prints nothing. */
async function firstByte(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  const exit = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exit]);
  child.kill("SIGKILL");
}

async function toEnd(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await once(spawn(process.execPath, args, { env, stdio: "ignore" }), "exit");
}

async function serve(env: NodeJS.ProcessEnv) {
  const before = performance.now();
  const child = spawn(process.execPath, [CAPSTAN, "serve", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(line));
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`The server answered ${status}.`);
  return {
    readyMs: performance.now() - before,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function readyRow(samples: readonly number[], bare: Figure | undefined): Row {
  const readyMs = quantile(samples, 0.5);
  const spread = (quantile(samples, 0.9) - quantile(samples, 0.1)) / 2 / readyMs;
  const share = (readyMs * 1000) / (bare?.wallUs ?? Number.NaN);
  return {
    name: "server ready",
    against: "node -e 0",
    figure: `${readyMs.toFixed(0)} ms`,
    target: `≤ ${READY_TARGET_MS} ms`,
    met: readyMs <= READY_TARGET_MS,
    details: `${times(share)}, ${plusMinus(spread)}`,
  };
}
