import { constants } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { Isolation } from "../../../sandbox/isolation.ts";
import { type CommandResult, runToEnd } from "../../../sandbox/run-to-end.ts";
import { DEFAULT_LIMITS, type Mount, SOCKET_PORT } from "../../../sandbox/sandbox.ts";
import { BOX_ENVIRONMENT } from "../boxed-programs.ts";
import { packageError } from "./package-error.ts";
import type { RegistryClient } from "./registry.ts";
import { type GatewayFind, openRegistryGateway } from "./registry-gateway.ts";

export type ProposeParts = {
  readonly isolation: Isolation;
  readonly client: RegistryClient;
  /** Our Node in a box, and what must be mounted for it. */
  readonly node: { readonly path: string; readonly mount: Mount };
};

export const RESOLVE_MS = 180_000;
const RESOLVE_BYTES = 3 * 1024 ** 3;
const MAX_LOCK_BYTES = 5_000_000;
/** The registry, as programs in the box reach it. */
export const BOX_REGISTRY = `http://127.0.0.1:${SOCKET_PORT}/`;
/** The files of a resolution, as programs in the box find them. */
export const WORK = "/work";

type Work = {
  readonly argv: readonly [string, ...string[]];
  readonly mounts: readonly Mount[];
  readonly result: (
    ended: CommandResult,
    read: (name: string) => Promise<string>,
  ) => Promise<string>;
};

/** Runs a package manager with nothing but its own files, these, and a way to the registry. */
export async function resolveInBox(
  { isolation, client }: ProposeParts,
  find: GatewayFind,
  files: ReadonlyMap<string, string>,
  { argv, mounts, result }: Work,
): Promise<string> {
  const sandbox = await isolation.sandboxFor("local");
  if (sandbox.enforcement !== "bubblewrap") throw packageError(NO_BOX);
  const folder = await mkdtemp(join(tmpdir(), "capstan-resolve-"));
  const gateway = await openRegistryGateway(find);
  try {
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    const ended = await runToEnd(sandbox, {
      argv,
      cwd: WORK,
      env: { ...BOX_ENVIRONMENT, NO_UPDATE_NOTIFIER: "1" },
      mounts: [...mounts, { source: folder, target: WORK, mode: "rw" }],
      network: { socket: gateway.socket },
      limits: {
        ...DEFAULT_LIMITS,
        wallMs: RESOLVE_MS,
        memoryBytes: RESOLVE_BYTES,
        outputBytes: MAX_LOCK_BYTES,
      },
      signal: new AbortController().signal,
    });
    const told = gateway.failures.find((error) => error instanceof CapstanError);
    if (ended.exitCode !== 0) throw told ?? unresolved(client, ended, gateway.missing);
    return await result(ended, (name) => readBounded(join(folder, name)));
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Written in a box: it may be a link, or anything else. */
async function readBounded(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > MAX_LOCK_BYTES) throw packageError("npm wrote no lock.");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

function unresolved(
  { registry }: RegistryClient,
  { timedOut, stderr }: CommandResult,
  missing: readonly string[],
): CapstanError {
  const names = missing.map((path) => `"${path.replace(/^\/(?:simple\/)?|\/$/g, "")}"`);
  const why = timedOut
    ? "It took too long."
    : names.length > 0
      ? `${new URL(registry.url).host} does not have ${names.join(", ")}.`
      : "No versions fit together.";
  return packageError(`The packages that it needs could not be found. ${why}`, stderr);
}

export function notStated(name: string, version: string) {
  return packageError(
    `${name} ${version} is not as the registry states it. Nothing was installed.`,
  );
}

const NO_BOX =
  "No lock says which packages it needs, and without a sandbox none can be made. Write the lock yourself: npm install --package-lock-only, or pip-compile --generate-hashes.";
