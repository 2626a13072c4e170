import { posix } from "node:path";
import { CapstanError, type ErrorCode } from "../../base/errors.ts";
import type { ResolvedPath } from "../../sandbox/host-folders.ts";
import type { Access, Verb } from "../../schema/access.ts";
import type { Approval, ApprovalLevel } from "../../schema/approval.ts";
import { changesInPlace } from "../../schema/changes-in-place.ts";
import type { Root, ShownRoot } from "../../schema/root.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";
import { hostNameOf, isOpenHost } from "./host-name.ts";
import { isBoxedServer } from "./named.ts";

/** What would have to be opened for a call to run. */
export type Opens = {
  readonly access: Access;
  readonly roots: readonly ShownRoot[];
  readonly level: ApprovalLevel;
  /** In words, for the person who is asked. */
  readonly reason: string;
};

export type AccessJudgement =
  | { readonly type: "open" }
  | { readonly type: "missing"; readonly opens: Opens }
  | { readonly type: "refused"; readonly code: ErrorCode; readonly reason: string };

const OPEN: AccessJudgement = { type: "open" };
export const NOT_GRANTED = "I don't have access to that location.";

/** Holds what a call names, and the folders that it would find, against what people opened. */
export async function judgeAccess(gate: Gate, attempt: Attempt): Promise<AccessJudgement> {
  const { named, openings } = attempt;
  if (named.refused) return { type: "refused", ...named.refused };
  for (const { root, device, inode, machine } of openings) {
    if (root === null || machine !== gate.folders.machine) continue;
    const isSame = await gate.folders.isSame({ root, device: device ?? "", inode: inode ?? "" });
    if (!isSame) return changed(attempt);
  }
  const paths = named.paths.filter((path) => !isElsewhere(attempt, path) && !isOpen(attempt, path));
  const hosts = named.hosts.filter((host) => !isOpenHost(attempt.access.hosts, host));
  if (paths.length === 0 && hosts.length === 0) return OPEN;
  return missing(gate, attempt, paths, hosts);
}

/** What was opened as a folder of another machine is there, and not here. */
export function whyElsewhere({ named, openings, elsewhere }: Attempt, machine: string) {
  const once = openings.some(
    (it) => it.from === "once" && it.machine !== null && it.machine !== machine,
  );
  const there = named.paths.some((path) => elsewhere.some(({ root }) => contains(root, path.path)));
  if (!once && !there) return undefined;
  return "That folder was opened on another machine: the call can run there, and not here.";
}

function isElsewhere(attempt: Attempt, path: ResolvedPath): boolean {
  if (isOpen(attempt, path)) return false;
  return attempt.elsewhere.some(({ root }) => contains(root, path.path));
}

function isOpen(attempt: Attempt, { path }: ResolvedPath): boolean {
  const wanted = verbsOf(attempt);
  return attempt.access.paths.some(
    ({ root, verbs }) => contains(root, path) && wanted.every((verb) => verbs.includes(verb)),
  );
}

/** What a call does with the paths that it names. */
function verbsOf({ tool, invocation }: Attempt): Verb[] {
  return changesInPlace(tool) && !invocation.dryRun ? ["read", "write"] : ["read"];
}

/** `/data` contains `/data/a`, and not `/data-secret`. */
function contains(root: string | null, path: string): boolean {
  return root !== null && (path === root || path.startsWith(`${root}/`));
}

async function missing(
  gate: Gate,
  attempt: Attempt,
  paths: readonly ResolvedPath[],
  hosts: readonly string[],
): Promise<AccessJudgement> {
  const verbs = verbsOf(attempt);
  const roots = new Map<string, Root>();
  try {
    for (const host of hosts) hostNameOf(host);
    for (const { path, kind } of paths) {
      const folder = kind === "folder" ? path : posix.dirname(path);
      const root = await openable(gate, attempt, folder, verbs);
      if (!root) continue;
      // A person must read what they open.
      if (gate.redactor.hideKnown(root.root) !== root.root) return refuse("PATH_NOT_GRANTED");
      roots.set(root.root, root);
    }
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return refuse(error.code === "HOST_INVALID" ? "HOST_NOT_GRANTED" : "PATH_NOT_GRANTED");
  }
  if (roots.size === 0 && hosts.length === 0) return OPEN;
  const names = [...roots.keys()].sort();
  const access: Access = {
    paths: names.map((root) => ({ root, verbs })),
    hosts: [...hosts].sort(),
  };
  return {
    type: "missing",
    opens: {
      access,
      roots: await Promise.all([...roots.values()].map((root) => gate.folders.show(root))),
      level: levelOf(attempt.tool.trust, access),
      reason: inWords(attempt.tool.capabilityId, access),
    },
  };
}

/** Undefined for what a server may mean otherwise: nothing of the machine could be meant. */
async function openable(
  { folders }: Gate,
  { execution }: Attempt,
  folder: string,
  verbs: readonly Verb[],
): Promise<Root | undefined> {
  try {
    return await folders.rootOf(folder, { write: verbs.includes("write") });
  } catch (error) {
    if (isBoxedServer(execution) && error instanceof CapstanError) return undefined;
    throw error;
  }
}

/** Who may open this: a stranger's code gets a network, or files to change, from an admin alone. */
export function levelOf(trust: Attempt["tool"]["trust"], { paths, hosts }: Access): ApprovalLevel {
  const isWide = hosts.length > 0 || paths.some(({ verbs }) => verbs.includes("write"));
  return trust !== "builtin" && isWide ? "admin" : "user";
}

function inWords(capabilityId: string, { paths, hosts }: Access): string {
  const folders = paths.map(({ root, verbs }) => {
    const way = verbs.includes("write") ? "to read and to change" : "to read";
    return `the folder ${root} ${way}`;
  });
  const all = [...folders, ...hosts.map((host) => `the host ${host}`)];
  return `It would open ${all.join(", and ")} for ${capabilityId}.`;
}

/** The same words whether something is there or not: nobody learns from them what is. */
function refuse(code: "PATH_NOT_GRANTED" | "HOST_NOT_GRANTED"): AccessJudgement {
  const reason =
    code === "PATH_NOT_GRANTED"
      ? `${NOT_GRANTED} A person may open a folder for me, but not that one.`
      : "I don't have access to that host.";
  return { type: "refused", code, reason };
}

function changed({ tool }: Attempt): AccessJudgement {
  const reason = `A folder that was opened for ${tool.capabilityId} was replaced or is a link now. Look at its access, and open it again.`;
  return { type: "refused", code: "ROOT_CHANGED", reason };
}

/** What an approval says that it opens, if it opens anything. */
export function opensOf({ access, roots }: Opens): Pick<Approval, "access" | "roots"> {
  return { access, roots: [...roots] };
}
