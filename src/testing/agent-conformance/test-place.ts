import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, JsonValue } from "../../base/json.ts";

/** Folders that are made for one call of an agent that is tested, and gone after it. */
export type TestPlace = {
  /** Open to the agent, with the files of the cases in it. */
  readonly folder: string;
  readonly workspace: string;
  /** Not open to it; has a file with a secret. */
  readonly outside: string;
};

/** What an agent is called with, but for where it finds its workspace. */
export type TestCall = {
  readonly action: string;
  /** With `{folder}`, `{workspace}` and `{outside}` where paths go. */
  readonly params: JsonObject;
  readonly dryRun: boolean;
  /** Whether a person has said yes: `params.confirmed`. */
  readonly confirmed: boolean;
};

/** What came of one call: an answer, or why there is none, and the paths that are not what they were. */
export type Tried = {
  readonly answer?: JsonValue | undefined;
  readonly raised?: string | undefined;
  readonly changed: readonly string[];
};

const MAX_RAISED = 500;
/** Of an agent that fills its folders, no more is looked at. */
const MOST = { entries: 10_000, hashedBytes: 4_000_000, changed: 100 } as const;

/** Makes one call in folders of its own, and looks at what it did to them. */
export async function tryInPlace(
  files: ReadonlyMap<string, string>,
  call: TestCall,
  run: (call: TestCall, place: TestPlace) => Promise<JsonValue>,
  workspaceAt?: string,
): Promise<Tried> {
  const place = makePlace(files);
  try {
    const filled = {
      ...call,
      params: fillIn(call.params, place, workspaceAt ?? place.workspace),
    };
    const before = lookAt(place);
    const answered = await run(filled, place).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ raised: told(error) }),
    );
    const changed = changedBetween(before, lookAt(place)).slice(0, MOST.changed);
    const short = changed.map((path) => path.replace(/^.*\/capstan-agent-[^/]+\//, ""));
    return { ...answered, changed: short };
  } finally {
    place.remove();
  }
}

function told(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_RAISED);
}

export const SECRET = "nobody-opened-this";

/** Folders for one call, below the system's folder for temporary files. */
function makePlace(files: ReadonlyMap<string, string>): TestPlace & { remove(): void } {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "capstan-agent-")));
  const place = {
    folder: join(top, "folder"),
    workspace: join(top, "workspace"),
    outside: join(top, "folder-outside"),
  };
  for (const path of [place.folder, join(place.workspace, "outputs"), place.outside]) {
    mkdirSync(path, { recursive: true });
  }
  for (const [path, text] of files) {
    if (path.startsWith("/") || path.split("/").includes("..")) continue;
    mkdirSync(dirname(join(place.folder, path)), { recursive: true });
    writeFileSync(join(place.folder, path), text);
  }
  writeFileSync(join(place.outside, "secret.txt"), SECRET);
  return { ...place, remove: () => rmSync(top, { recursive: true, force: true }) };
}

/** Params with the paths of one place in them. */
function fillIn(params: JsonObject, place: TestPlace, workspace: string): JsonObject {
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      return value
        .replaceAll("{folder}", place.folder)
        .replaceAll("{workspace}", workspace)
        .replaceAll("{outside}", place.outside);
    }
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
  };
  return Object.fromEntries(Object.entries(params).map(([key, one]) => [key, fill(one)]));
}

/** All that can be seen of what the agent may reach, times included: each path with its digest. */
function lookAt({ folder, workspace, outside }: TestPlace): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  const visit = (path: string) => {
    if (seen.size >= MOST.entries) return;
    const entry = lstatSync(path, { bigint: true });
    const { mode, nlink, size, mtimeNs, ctimeNs } = entry;
    const hash = createHash("sha256").update(`${mode} ${nlink} ${size} ${mtimeNs} ${ctimeNs}\0`);
    if (entry.isSymbolicLink()) hash.update(readlinkSync(path));
    if (entry.isFile() && size <= MOST.hashedBytes) hash.update(textOf(path));
    seen.set(path, hash.digest("hex"));
    if (!entry.isDirectory()) return;
    for (const name of namesIn(path)) visit(join(path, name));
  };
  for (const top of [folder, workspace, outside]) visit(top);
  return seen;
}

/** An agent may have closed what it was given: that shows in the mode of the entry. */
function textOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The paths that are not what they were, without the folders that they are in. */
function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path));
}
