import { accessSync, constants } from "node:fs";
import { totalmem } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CapstanError } from "../base/errors.ts";
import {
  canHaveBubblewrap,
  explainMissing,
  type MissingSandbox,
  missingText,
  type WhyMissing,
} from "../base/missing-sandbox.ts";
import { readSystemFacts } from "../base/system-facts.ts";
import type { BoxedPrograms } from "../features/programs/boxed-programs.ts";
import { createBubblewrapSandbox } from "../sandbox/bubblewrap/bubblewrap-sandbox.ts";
import { type Bounds, createBounds } from "../sandbox/bubblewrap/create-bounds.ts";
import { createDegradedSandbox } from "../sandbox/degraded/degraded-sandbox.ts";
import type { HostProxy } from "../sandbox/host-proxy.ts";
import type { Isolation } from "../sandbox/isolation.ts";
import { PLAIN_SANDBOX } from "../sandbox/plain/plain-sandbox.ts";
import { runToEnd } from "../sandbox/run-to-end.ts";
import { DEFAULT_LIMITS, type Mount, type Sandbox } from "../sandbox/sandbox.ts";
import type { Bound, SandboxState } from "../sandbox/sandbox-health.ts";
import { DEGRADED_BOUNDS, NO_BOUNDS } from "../sandbox/tell-bounds.ts";
import type { Settings } from "./settings.ts";

type Options = {
  readonly setting: Settings["sandbox"];
  readonly proxy: HostProxy;
  readonly env: NodeJS.ProcessEnv;
  /** The memory of all boxes together; null for half of what this machine has. */
  readonly memoryMb?: number | null;
};

export interface OpenIsolation extends Isolation {
  state(): Promise<SandboxState>;
  /** What holds programs to their limits. */
  bounds(): Promise<readonly Bound[]>;
  /** Forgets that nothing was found: somebody may have installed it since. */
  lookAgain(): Promise<void>;
}

const RUNNERS = fileURLToPath(new URL("../../runners/", import.meta.url));

/** Looked for and tried when the first program is to run, and then known. */
export function openIsolation({ setting, proxy, env, memoryMb }: Options): OpenIsolation {
  const degraded = createDegradedSandbox({
    node: process.execPath,
    async whatHelps() {
      const { missing } = await find();
      return missing ? missingText(missing) : "";
    },
  });
  const bounds = createBounds({ totalBytes: totalBytes(memoryMb), node: process.execPath });
  let found: Promise<Found> | undefined;

  const find = () => {
    found ??= findBubblewrap({ proxy, env, bounds });
    return found;
  };
  return {
    async sandboxFor(trust) {
      if (setting === "off") return PLAIN_SANDBOX;
      const { sandbox, missing } = await find();
      if (sandbox) return sandbox;
      if (trust === "builtin") return degraded;
      throw new CapstanError("SANDBOX_MISSING", missingText(missing));
    },
    async state() {
      if (setting === "off") return SWITCHED_OFF;
      const { sandbox, missing } = await find();
      if (sandbox) return { enforcement: sandbox.enforcement, problem: null };
      const { reason, message, command } = missing;
      return { enforcement: degraded.enforcement, problem: { reason, message, command } };
    },
    async bounds() {
      if (setting === "off") return NO_BOUNDS;
      return (await find()).sandbox ? bounds.tell() : DEGRADED_BOUNDS;
    },
    async lookAgain() {
      if (found && (await found).missing) found = undefined;
    },
  };
}

const SWITCHED_OFF: SandboxState = {
  enforcement: "off",
  problem: {
    reason: "off",
    message: 'The setting "sandbox" is "off": nothing isolates programs.',
    command: null,
  },
};

type Found =
  | { readonly sandbox: Sandbox; readonly missing: null }
  | { readonly sandbox: null; readonly missing: MissingSandbox };

const MEGABYTE = 1024 ** 2;
const LEAST_TOTAL_MB = 1_024;

/** A container may have less than its machine. */
function totalBytes(memoryMb: number | null | undefined): number {
  if (typeof memoryMb === "number") return memoryMb * MEGABYTE;
  const constrained = process.constrainedMemory();
  const all = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.max(all / 2, LEAST_TOTAL_MB * MEGABYTE);
}

async function findBubblewrap({
  proxy,
  env,
  bounds,
}: Pick<Options, "proxy" | "env"> & { readonly bounds: Bounds }): Promise<Found> {
  const facts = readSystemFacts();
  const absent = (reason: WhyMissing, complaint?: string): Found => ({
    sandbox: null,
    missing: explainMissing(reason, facts, complaint),
  });
  if (!canHaveBubblewrap(facts)) return absent("platform");
  const bubblewrap = findProgram("bwrap", env);
  if (bubblewrap === undefined) return absent("not_installed");
  const sandbox = createBubblewrapSandbox({
    bubblewrap,
    processor: process.arch === "arm64" ? "arm64" : "x64",
    bounds,
    proxy,
    node: process.execPath,
    forwarder: join(RUNNERS, "forward.mjs"),
  });
  const complaint = await tryOut(sandbox);
  return complaint === null ? { sandbox, missing: null } : absent("refused", complaint);
}

/** What bubblewrap says when it cannot make a box, or null. */
async function tryOut(sandbox: Sandbox): Promise<string | null> {
  try {
    const { exitCode, notStarted, stderr } = await runToEnd(sandbox, {
      argv: ["true"],
      cwd: "/",
      env: {},
      mounts: [],
      network: "none",
      limits: { ...DEFAULT_LIMITS, wallMs: 10_000 },
      signal: new AbortController().signal,
    });
    return exitCode === 0 && notStarted === undefined ? null : (notStarted ?? stderr);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const RUNNER_FILES = [
  "quickjs.mjs",
  "child.mjs",
  "skill-kit.mjs",
  "child.py",
  "capstan_skill.py",
  "runtime",
] as const;

/** Our own programs, and the packages that they import, at one place in every box. */
export function boxedPrograms(): BoxedPrograms {
  const folder = "/run/capstan";
  const packages = [
    "quickjs-emscripten-core",
    "@jitl/quickjs-wasmfile-release-sync",
    "@jitl/quickjs-ffi-types",
  ];
  const mounts: Mount[] = [
    { source: process.execPath, target: `${folder}/bin/node`, mode: "ro" },
    ...RUNNER_FILES.map(
      (name): Mount => ({
        source: join(RUNNERS, name),
        target: `${folder}/${name}`,
        mode: "ro",
      }),
    ),
    ...packages.map(
      (name): Mount => ({
        source: packageFolder(name),
        target: `${folder}/node_modules/${name}`,
        mode: "ro",
      }),
    ),
  ];
  const child = (entry: string): readonly [string, ...string[]] =>
    entry.endsWith(".py")
      ? ["python3", "-I", `${folder}/child.py`]
      : /\.[cm]?ts$/.test(entry)
        ? [
            `${folder}/bin/node`,
            "--disable-warning=ExperimentalWarning",
            `${folder}/child.mjs`,
            "ts",
          ]
        : [`${folder}/bin/node`, `${folder}/child.mjs`];
  return { child, node: `${folder}/bin/node`, quickJs: `${folder}/quickjs.mjs`, mounts };
}

function packageFolder(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name));
  return entry.slice(0, entry.lastIndexOf(`node_modules/${name}`) + `node_modules/${name}`.length);
}
