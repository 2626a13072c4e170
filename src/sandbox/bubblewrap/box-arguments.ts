import type { Mount, ProcessSpec } from "../sandbox.ts";
import { HOME_TARGET, type SystemView } from "./system-view.ts";

/** Room in memory for files of the box itself. What is in them counts as memory of the box. */
const TEMPORARY_BYTES = 256 * 1024 ** 2;
const SHARED_MEMORY_BYTES = 64 * 1024 ** 2;
export const MEMORY_FOLDERS: readonly string[] = ["/dev/shm", "/tmp", HOME_TARGET];

export type Descriptors = {
  readonly seccomp: number;
  readonly status: number;
  /** One for each file of the system view that has our text. */
  readonly written: number;
};

/** The arguments of bubblewrap that make the box; what follows them is the program. */
export function boxArguments(
  spec: Pick<ProcessSpec, "cwd" | "env" | "network"> & { readonly mounts: readonly Mount[] },
  view: SystemView,
  descriptors: Descriptors,
): string[] {
  return [
    "--unshare-all",
    // As root it would share the user namespace, and with it every capability's meaning.
    "--unshare-user",
    "--disable-userns",
    ...(spec.network === "host" ? ["--share-net"] : []),
    "--die-with-parent",
    "--new-session",
    ...["--cap-drop", "ALL"],
    ...["--seccomp", String(descriptors.seccomp)],
    ...["--json-status-fd", String(descriptors.status)],
    ...["--perms", "0755", "--dir", "/etc"],
    ...view.shared.flatMap((path) => ["--ro-bind", path, path]),
    ...view.links.flatMap(([text, path]) => ["--symlink", text, path]),
    ...[...view.written.keys()].flatMap((path, index) => [
      ...["--perms", "0644", "--ro-bind-data"],
      String(descriptors.written + index),
      path,
    ]),
    ...(spec.network === "host" ? resolverArguments() : []),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--size", String(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"],
    ...["--size", String(TEMPORARY_BYTES), "--tmpfs", "/tmp"],
    ...["--size", String(TEMPORARY_BYTES), "--tmpfs", HOME_TARGET],
    // A mount inside another one comes after it.
    ...[...spec.mounts].sort(byTarget).flatMap(mountArguments),
    ...["--chdir", spec.cwd],
    ...Object.entries(spec.env).flatMap(([name, value]) => ["--setenv", name, value]),
    // Root of the host is root of the box as well, without any capability: of what the kernel shows
    // in /proc it could still change all that belongs to root, the host's settings among it. And
    // /dev is memory without a limit. What is mounted below them stays as it is.
    ...["--remount-ro", "/proc", "--remount-ro", "/dev"],
    // Nothing is left that could be changed: the root itself is the box's, and read-only.
    ...["--remount-ro", "/"],
  ];
}

function mountArguments({ source, target, mode }: Mount): string[] {
  return [mode === "ro" ? "--ro-bind" : "--bind", source, target];
}

function byTarget(one: Mount, other: Mount): number {
  return one.target < other.target ? -1 : 1;
}

function resolverArguments(): string[] {
  return ["--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf"];
}
