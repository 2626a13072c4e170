import { execFile } from "node:child_process";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { CapstanError } from "../../../base/errors.ts";
import { hostEnvironment } from "../../../base/host-environment.ts";
import { HOST_PROGRAMS } from "../../../base/host-programs.ts";
import { BUNDLE_LIMITS } from "../../bundles/read-bundle.ts";
import type { BundleOrigin, HubCall } from "../hub.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { tellBytes } from "../index/tell-bytes.ts";
import { folderSize } from "./folder-size.ts";
import { inScratch } from "./in-scratch.ts";

const run = promisify(execFile);
const FETCH_MS = 120_000;
/** Of what git fetches: all files of the commit, where only a folder of them may be wanted. */
const MAX_FETCHED_BYTES = 4 * BUNDLE_LIMITS.bytes;
const LOOK_MS = 200;
const RESOLVE_MS = 15_000;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const FOLDER = /^[^\s:/.-][^\0:]{0,300}$/;
const REPOSITORY = /^(?:https?:\/\/|\/)[^\s\0]{1,1000}$/;

type GitOrigin = Extract<BundleOrigin, { type: "git" }>;

/**
 * The files of one commit as a zip, from git's objects: there is no work tree, and nothing runs. git knows
 * no limit for what it fetches, so its folder is watched, and git is stopped when that is too large.
 */
export async function fetchCommit(
  { git, scratch, web }: Pick<HubTools, "git" | "scratch" | "web">,
  { repository, commit, folder }: GitOrigin,
  call: HubCall,
  maxBytes = MAX_FETCHED_BYTES,
): Promise<{ readonly bytes: Uint8Array; readonly from: string }> {
  if (git === null) {
    const message =
      "There is no git on this machine. Install git, or name an archive of the commit.";
    throw new CapstanError("PROGRAM_MISSING", message);
  }
  requireForm(repository, commit, folder);
  const pinned = await pinnedHost(web, repository, call.signal);
  return inScratch(scratch, async (place) => {
    const bare = join(place, "repository.git");
    // Its home is the folder that goes with this install.
    const options = { env: { ...hostEnvironment("git"), HOME: place }, timeout: FETCH_MS };
    const ask = (args: readonly string[], signal = call.signal) =>
      run(git, [...HOST_PROGRAMS.git.args, ...pinned, ...args], {
        ...options,
        signal,
        cwd: place,
        maxBuffer: BUNDLE_LIMITS.bytes,
        encoding: "buffer",
      });
    const says = (text: string, done: number) => call.onProgress?.({ says: text, done, total: 2 });
    try {
      says(`Fetching ${commit.slice(0, 12)} from ${repository}`, 0);
      await ask(["init", "--quiet", "--bare", "--template=", bare]);
      const fetch = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"];
      const from = `Fetching ${commit.slice(0, 12)} from ${repository}`;
      await withinBytes(bare, maxBytes, {
        act: (tooLarge) =>
          ask(
            ["-C", bare, ...fetch, "--", repository, commit],
            AbortSignal.any([call.signal, tooLarge]),
          ),
        onSize: (bytes) => says(`${from}: ${tellBytes(bytes)}`, 0),
      });
      says(`Reading ${commit.slice(0, 12)}`, 1);
      const tree = folder === undefined ? commit : `${commit}:${folder}`;
      const { stdout } = await ask(["-C", bare, "archive", "--format=zip", tree]);
      const inside = folder === undefined ? "" : `:${folder}`;
      return { bytes: stdout, from: `git:${repository}#${commit}${inside}` };
    } catch (cause) {
      if (cause instanceof CapstanError) throw cause;
      throw new CapstanError("HUB_INVALID", `git did not fetch it: ${saidBy(cause)}`, { cause });
    }
  });
}

/** Does something that fills a folder, and stops it when there is more in it than there may be. */
async function withinBytes(
  folder: string,
  maxBytes: number,
  work: {
    readonly act: (tooLarge: AbortSignal) => Promise<unknown>;
    readonly onSize: (bytes: number) => void;
  },
): Promise<void> {
  const stop = new AbortController();
  const look = async () => {
    const bytes = await folderSize(folder);
    work.onSize(bytes);
    if (bytes > maxBytes) stop.abort();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  try {
    await work.act(stop.signal);
    await look();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearInterval(timer);
  }
  if (!stop.signal.aborted) return;
  const message = `git was stopped: the commit brings more than ${maxBytes} bytes. Take a smaller repository, or an archive of the folder that you want.`;
  throw new CapstanError("HUB_INVALID", message);
}

function requireForm(repository: string, commit: string, folder: string | undefined): void {
  if (!REPOSITORY.test(repository)) {
    const message = "A repository is an https address, or the absolute path of a folder.";
    throw new CapstanError("HUB_INVALID", message);
  }
  if (!COMMIT.test(commit)) {
    const message = `Name the whole id of a commit: "${commit.slice(0, 80)}" may be another one tomorrow.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  if (folder !== undefined && (!FOLDER.test(folder) || folder.split("/").includes(".."))) {
    throw new CapstanError("HUB_INVALID", `"${folder.slice(0, 80)}" is no folder of a repository.`);
  }
}

/**
 * git knows no rules for private addresses, and would resolve the name once more: it is given the
 * addresses that were checked (from git 2.37 on).
 */
async function pinnedHost(
  web: HubTools["web"],
  repository: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (repository.startsWith("/")) return [];
  const within = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)]);
  const addresses = await web.addressesOf(repository, within);
  const { hostname, port, protocol } = new URL(repository);
  const place = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const listed = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address));
  return ["-c", `http.curloptResolve=${place}:${listed.join(",")}`];
}

function saidBy(cause: unknown): string {
  const { stderr, killed, code } = cause as { stderr?: Buffer; killed?: boolean; code?: unknown };
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return `its files are more than ${BUNDLE_LIMITS.bytes} bytes. Name a folder of it, after ":"`;
  }
  if (killed) return `it took more than ${FETCH_MS / 1_000} seconds`;
  const lines = (stderr?.toString() ?? String(cause)).split("\n").filter(Boolean);
  const fatal = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0] ?? "no answer";
  return fatal.slice(0, 300);
}
