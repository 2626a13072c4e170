import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import type { Mount, Network, ProcessSpec } from "../../../sandbox/sandbox.ts";
import type { McpServerConfig } from "../../../schema/mcp-server.ts";
import type { McpAccess } from "../mcp-client.ts";
import { findOwnFiles } from "./own-files.ts";

export type BoxSettings = {
  readonly folders: Pick<HostFolders, "rootOf" | "isSame">;
  /** Files in writable folders that stay read-only: names that other programs obey. */
  readonly guarded: (roots: readonly string[]) => Promise<readonly string[]>;
  /** Our Node in a box, and what must be mounted for it. */
  readonly node: { readonly path: string; readonly mount: Mount };
  /** The system's Python, which every box has where there is one. */
  readonly python: string;
  /** What every box has in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts secrets in the place of references. */
  readonly fill: (text: string) => string;
};

type BoxPlan = Pick<ProcessSpec, "argv" | "cwd" | "env" | "mounts" | "network">;

/** How a server of this machine runs: its own package read-only, its access, and nothing else. */
export async function planBox(
  config: McpServerConfig,
  bundled: (() => Promise<PackageStart>) | null,
  access: McpAccess,
  settings: BoxSettings,
): Promise<BoxPlan> {
  const { command, args = [] } = config;
  if (command === undefined) throw new CapstanError("INTERNAL", "The server has no command.");
  const started = bundled
    ? startPackage(await bundled(), args, settings)
    : await startCommand(command, args, settings);
  const given = await accessMounts(access, settings);
  return {
    argv: started.argv,
    cwd: cwdOf(config, [...started.mounts, ...given]),
    env: {
      ...settings.env,
      ...Object.fromEntries(
        Object.entries(config.env ?? {}).map(([name, value]) => [name, settings.fill(value)]),
      ),
    },
    mounts: [settings.node.mount, ...started.mounts, ...given],
    network: networkOf(config, access),
  };
}

type Started = {
  readonly argv: readonly [string, ...string[]];
  readonly mounts: readonly Mount[];
};

async function startCommand(
  command: string,
  args: readonly string[],
  settings: BoxSettings,
): Promise<Started> {
  const { own, program } = await findOwnFiles(command, args, settings.folders);
  const real = (text: string) => (own !== null && isAt(text, own) ? realpathSync(text) : text);
  const started = command === "node" ? settings.node.path : (program?.path ?? real(command));
  const mounts = program?.mounts ?? [];
  return {
    argv: [started, ...args.map(real)],
    mounts: own === null ? mounts : [...mounts, { source: own, target: own, mode: "ro" }],
  };
}

/** The installed files of a package, and what of them is started. */
export type PackageStart = { readonly source: string } & (
  | { readonly runs: "node"; readonly file: string }
  | { readonly runs: "python"; readonly code: string }
);

/** Where a package is in its box. */
const PACKAGE = "/opt/server";

function startPackage(
  package_: PackageStart,
  args: readonly string[],
  { node, python }: BoxSettings,
): Started {
  // Isolated: its own folder has no say in what is imported, nor have variables.
  const program =
    package_.runs === "python"
      ? ([python, "-I", "-B", "-u", "-c", package_.code] as const)
      : ([node.path, join(PACKAGE, package_.file)] as const);
  return {
    argv: [...program, ...packageArguments(args)],
    mounts: [{ source: package_.source, target: PACKAGE, mode: "ro" }],
  };
}

/** What stands after the name of the package. */
function packageArguments(args: readonly string[]): readonly string[] {
  const name = packageIndex(args);
  return name < 0 ? [] : args.slice(name + 1);
}

/** The place of the package, or of its program, among the arguments of `npx` and `uvx`. */
export function packageIndex(args: readonly string[]): number {
  return args.findIndex((text) => !text.startsWith("-"));
}

/** One process serves every tool of the server: each folder is as writable as it was opened. */
async function accessMounts(
  { paths }: McpAccess,
  { folders, guarded }: BoxSettings,
): Promise<Mount[]> {
  for (const { root, identity } of paths) {
    if (!identity || (await folders.isSame({ root, ...identity }))) continue;
    const message = `The folder ${root} was replaced or is a link now. Open it again.`;
    throw new CapstanError("ROOT_CHANGED", message);
  }
  const writable = paths.filter(({ verbs }) => verbs.includes("write")).map(({ root }) => root);
  const kept = writable.length === 0 ? [] : await guarded(writable);
  return [
    ...paths.map(({ root, verbs, identity }): Mount => {
      const mode = verbs.includes("write") ? "rw" : "ro";
      return { source: root, target: root, mode, ...(identity && { identity }) };
    }),
    ...kept.map((path): Mount => ({ source: path, target: path, mode: "ro" })),
  ];
}

function networkOf({ capstan }: McpServerConfig, { hosts }: McpAccess): Network {
  if (capstan?.network === "host") return "host";
  return capstan?.network === "none" || hosts.length === 0 ? "none" : { hosts };
}

/** Where it was told to be, as far as it can see that. */
function cwdOf({ cwd }: McpServerConfig, mounts: readonly Mount[]): string {
  const isSeen = (folder: string) =>
    mounts.some(({ target }) => folder === target || folder.startsWith(`${target}/`));
  if (cwd !== undefined && isSeen(cwd)) return cwd;
  return "/tmp";
}

function isAt(path: string, own: string): boolean {
  try {
    const real = realpathSync(path);
    return real === own || dirname(real) === own || real.startsWith(`${own}/`);
  } catch {
    return false;
  }
}
