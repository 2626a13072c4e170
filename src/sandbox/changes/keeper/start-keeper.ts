import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { CapstanError } from "../../../base/errors.ts";
import { hostEnvironment } from "../../../base/host-environment.ts";
import type { OpenedFolder } from "../../../schema/change-set.ts";
import type { StagingWay } from "../../changes.ts";
import { inheritedDescriptors, nowhereDescriptor } from "../../process/inherited-descriptors.ts";

/**
 * One shell in a mount namespace of its own, which ends when its input does, and the overlays with it.
 * Arguments come in pairs: a folder, and the scratch of its overlay. Each folder is opened, looked at from
 * outside, mounted by its descriptor and closed again: a box that had it could write to the folder itself.
 * The kernel refuses a descriptor that was opened in another namespace as a lower layer.
 */
const SCRIPT = `
echo $$
while [ $# -gt 0 ]; do
  exec 3<"$1" && cd "$2" || exit 1
  echo opened
  read -r go || exit 1
  mount -t overlay capstan -o "lowerdir=/proc/self/fd/3,upperdir=upper,workdir=work,userxattr,volatile,nosuid,nodev" view || exit 1
  exec 3<&-
  shift 2
done
echo mounted
read -r end`;

const DEADLINE_MS = 10_000;

export type Keeper = {
  /** Stands before a command that is to see the overlays. */
  readonly enter: readonly string[];
  /** A path of the keeper's view of the host, as it can be read from outside. */
  outside(path: string): string;
  end(): Promise<void>;
};

export type Scratch = { readonly folder: OpenedFolder; readonly scratch: string };

/** Rejects where this way is not possible on this machine. */
export async function startKeeper(
  way: Exclude<StagingWay, "copy">,
  scratches: readonly Scratch[],
): Promise<Keeper> {
  const isRoot = process.getuid?.() === 0;
  const pairs = scratches.flatMap(({ folder, scratch }) => [folder.root, scratch]);
  const [program = "", ...args] = way === "unshare" ? unshared(isRoot) : inBubblewrap();
  const child = spawn(program, [...args, "sh", "-c", SCRIPT, "keeper", ...pairs], {
    env: hostEnvironment("keeper"),
    stdio: onlyStandard(),
  });
  const ended = Promise.race([once(child, "exit"), once(child, "error")]);
  child.stdin?.on("error", () => {});
  const end = async () => {
    child.stdin?.destroy();
    await ended.catch(() => {});
  };
  try {
    const pid = await mount(child, scratches);
    return {
      // Bubblewrap's own namespace of users is left as it is: every namespace is entered by name.
      enter: [
        "nsenter",
        ...(isRoot && way === "unshare"
          ? []
          : [`--user=/proc/${pid}/ns/user`, "--preserve-credentials"]),
        ...[`--mount=/proc/${pid}/ns/mnt`, "--"],
      ],
      outside: (path) => `/proc/${pid}/root${path}`,
      end,
    };
  } catch (error) {
    child.kill("SIGKILL");
    await end();
    throw error;
  }
}

function unshared(isRoot: boolean): string[] {
  return [
    ...["unshare", "--mount", "--propagation", "private"],
    ...(isRoot ? [] : ["--user", "--map-root-user"]),
  ];
}

/** For machines that let bubblewrap alone make namespaces. */
function inBubblewrap(): string[] {
  return [
    ...["bwrap", "--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"],
    ...["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--die-with-parent", "--"],
  ];
}

/** Descriptors that Capstan was started with lead nowhere: the keeper has none of them. */
function onlyStandard(): (number | "pipe" | "ignore")[] {
  const inherited = inheritedDescriptors();
  const count = Math.max(3, ...inherited.map((descriptor) => descriptor + 1));
  return Array.from({ length: count }, (_, descriptor) => {
    if (descriptor < 3) return "pipe" as const;
    return inherited.includes(descriptor) ? nowhereDescriptor() : ("ignore" as const);
  });
}

/** Answers each folder that the keeper has opened, once it is the right one. */
async function mount(child: ChildProcess, scratches: readonly Scratch[]): Promise<number> {
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString("utf8")}`.slice(0, 500);
  });
  const late = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  try {
    const lines = linesOf(child.stdout as Readable);
    const next = async () => {
      const line = await lines();
      if (line !== undefined) return line;
      throw new Error(`The overlay cannot be mounted. ${complaint.trim()}`);
    };
    const pid = Number(await next());
    for (const { folder } of scratches) {
      await next();
      const found = statSync(`/proc/${pid}/fd/3`, { bigint: true });
      const isSame = String(found.dev) === folder.device && String(found.ino) === folder.inode;
      if (!isSame) {
        throw new CapstanError("ROOT_CHANGED", "The folder was replaced. Open it again.");
      }
      (child.stdin as Writable).write("go\n");
    }
    await next();
    return pid;
  } finally {
    clearTimeout(late);
  }
}

/** The next line, or undefined at the end. */
function linesOf(stream: Readable): () => Promise<string | undefined> {
  let text = "";
  const chunks = stream[Symbol.asyncIterator]();
  return async () => {
    for (let at = text.indexOf("\n"); ; at = text.indexOf("\n")) {
      if (at >= 0) {
        const line = text.slice(0, at);
        text = text.slice(at + 1);
        return line;
      }
      const { value, done } = await chunks.next();
      if (done) return undefined;
      text += String(value);
    }
  };
}
