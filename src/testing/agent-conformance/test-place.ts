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
import type { TestPlace } from "./agent-under-test.ts";

export const SECRET = "nobody-opened-this";

/** Folders for one call, below the system's folder for temporary files. */
export function makePlace(files: ReadonlyMap<string, string>): TestPlace & { remove(): void } {
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
    mkdirSync(dirname(join(place.folder, path)), { recursive: true });
    writeFileSync(join(place.folder, path), text);
  }
  writeFileSync(join(place.outside, "secret.txt"), SECRET);
  return { ...place, remove: () => rmSync(top, { recursive: true, force: true }) };
}

/** Params with the paths of one place in them. */
export function fillIn(params: JsonObject, place: TestPlace, workspace: string): JsonObject {
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
export function lookAt({ folder, workspace, outside }: TestPlace): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  const visit = (path: string) => {
    const entry = lstatSync(path, { bigint: true });
    const { mode, nlink, mtimeNs, ctimeNs } = entry;
    const hash = createHash("sha256").update(`${mode} ${nlink} ${mtimeNs} ${ctimeNs}\0`);
    if (entry.isSymbolicLink()) hash.update(readlinkSync(path));
    if (entry.isFile()) hash.update(readFileSync(path));
    seen.set(path, hash.digest("hex"));
    if (entry.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
  };
  for (const top of [folder, workspace, outside]) visit(top);
  return seen;
}

/** The paths that are not what they were, without the folders that they are in. */
export function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path));
}
