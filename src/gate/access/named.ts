import { posix } from "node:path";
import { CapstanError, type ErrorCode } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { isMachinePath } from "../../base/machine-path.ts";
import type { HostFolders, ResolvedPath } from "../../sandbox/host-folders.ts";
import { changesInPlace } from "../../schema/changes-in-place.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { visitPlaces } from "./places.ts";

/** What a call names of this machine and of the network. */
export type Named = {
  readonly paths: readonly ResolvedPath[];
  /** `host` or `host:port`. */
  readonly hosts: readonly string[];
  /** Why it cannot be let through, whatever was opened; null when it can. */
  readonly refused: { readonly code: ErrorCode; readonly reason: string } | null;
};

const NOTHING_NAMED: Named = { paths: [], hosts: [], refused: null };

/** Programs, which find folders of the machine in their box. All others have no way to them. */
const IN_A_BOX: ReadonlySet<string> = new Set(["command", "child"]);

function isInABox(execution: CatalogEntry["execution"]): boolean {
  return IN_A_BOX.has(execution.type) || isBoxedServer(execution);
}

/** Its box has no workspace, and what looks like a path may be one of its own: of an issue, of a page. */
export function isBoxedServer(execution: CatalogEntry["execution"]): boolean {
  return execution.boxed === true;
}

const MAX_PATHS = 1_000;

/**
 * The inputs with every path of the machine as it really is, links followed: policy judges it, a
 * person reads it, access is held against it and the program gets it. Relative paths and those below
 * the workspace are the session's and stay as they are; nothing is ever expanded.
 */
export async function nameInputs(
  folders: HostFolders,
  { tool, execution }: Pick<CatalogEntry, "tool" | "execution">,
  inputs: JsonObject,
): Promise<{ readonly inputs: JsonObject; readonly named: Named }> {
  if (!isInABox(execution)) return { inputs, named: NOTHING_NAMED };
  const texts = new Set<string>();
  const hosts = new Set<string>();
  let leaves = false;
  const visit = (each: Parameters<typeof visitPlaces>[2]) =>
    visitPlaces(tool, inputs, each, isBoxedServer(execution));
  visit((kind, text) => {
    if (kind === "path" && leavesWorkspace(text)) leaves = !isBoxedServer(execution);
    else if (kind === "path" && isMachinePath(text)) texts.add(text);
    if (kind === "host") for (const host of hostIn(text)) hosts.add(host);
    return text;
  });
  if (leaves) return { inputs, named: { ...NOTHING_NAMED, refused: LEAVES } };
  if (texts.size === 0 && hosts.size === 0) return { inputs, named: NOTHING_NAMED };
  const none = { paths: [], hosts: [...hosts] };
  if (texts.size > MAX_PATHS) {
    const reason = `It names more than ${MAX_PATHS} paths at once. Name the folder that they lie in.`;
    return { inputs, named: { ...none, refused: { code: "PATH_DENIED", reason } } };
  }
  const found = new Map<string, ResolvedPath>();
  for (const text of texts) {
    try {
      const path = await folders.resolve(text);
      // Whoever removes a link would remove what it leads to.
      if (path.isLink && changesInPlace(tool)) throw isALink();
      found.set(text, path);
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      // The box has nothing there, whatever it is.
      if (isBoxedServer(execution) && error.message !== IS_A_LINK) continue;
      const { code, message: reason } = error;
      return { inputs, named: { ...none, refused: { code, reason } } };
    }
  }
  const canonical = visit((kind, text) =>
    kind === "path" ? (found.get(text)?.path ?? text) : text,
  );
  return { inputs: canonical, named: { ...none, paths: [...found.values()], refused: null } };
}

const LEAVES: Named["refused"] = {
  code: "PATH_DENIED",
  reason: "That path leaves the session's workspace. Write a path of this machine as a whole.",
};

function leavesWorkspace(text: string): boolean {
  return /^\.\.(?:\/|$)/.test(posix.normalize(text));
}

function hostIn(text: string): string[] {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  const host = url?.host.toLowerCase().replace(/\.(?=:|$)/, "");
  return host ? [host] : [];
}

const IS_A_LINK = "That location is a link, and this tool changes files. Name where it leads to.";

function isALink(): CapstanError {
  return new CapstanError("PATH_DENIED", IS_A_LINK);
}
