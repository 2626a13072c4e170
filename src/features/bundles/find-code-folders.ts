import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AGENT, IMPLEMENTATION } from "./kind-of-folder.ts";

/** More than anybody has; a folder of millions is not walked. */
const MAX_FOUND = 2_000;

/** The folders right inside one that look like a skill or an agent. One that is not there has none. */
export async function findCodeFolders(place: string): Promise<readonly string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const found: string[] = [];
  for (const { name } of folders.slice(0, MAX_FOUND)) {
    const names = await readdir(join(place, name)).catch(() => []);
    const has = (pattern: RegExp) => names.some((one) => pattern.test(one));
    const isSkill = has(/^skill\.md$/i) && has(IMPLEMENTATION);
    const isAgent = has(/^manifest\.json$/) && has(AGENT) && !has(/^commands(?:\.ya?ml)?$/);
    if (isSkill || isAgent) found.push(join(place, name));
  }
  return found.sort();
}
