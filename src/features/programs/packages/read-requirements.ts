import type { LockedEntry } from "./closure.ts";
import { markerHolds } from "./markers.ts";
import { packageError } from "./package-error.ts";

const PINNED =
  /^(?<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?:\[[\w,. -]+\])?==(?<version>[\w.!+-]+)(?:\s*;(?<marker>[\w\s.<>=!~'"()-]+?))?(?<hashes>(?:\s+--hash=sha256:[0-9a-f]{64})*)$/;
const MAX_LINES = 2_000;
export const SITE = "site";

/** The lines of `requirements.txt`, without comments; a line that ends in "\" goes on. */
export function requirementLines(text: string | undefined): readonly string[] {
  const lines = (text ?? "").replaceAll(/\\\r?\n\s*/g, " ").split(/\r?\n/);
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, "").trim()).filter((it) => it !== "");
}

/** Whether every line names exactly one version; nothing in it names a file, a URL or an option. */
export function isPinned(lines: readonly string[]): boolean {
  return lines.every((line) => PINNED.test(line));
}

/** The first of these pinned lines that has no hash. */
export function lineWithoutHash(lines: readonly string[]): string | undefined {
  return lines.find((line) => !PINNED.exec(line)?.groups?.hashes);
}

/** The packages that pinned lines with hashes name. */
export function readRequirements(
  lines: readonly string[],
  markers: ReadonlyMap<string, string>,
): readonly LockedEntry[] {
  if (lines.length > MAX_LINES) {
    throw packageError(`requirements.txt has more than ${MAX_LINES} lines.`);
  }
  const loose = lineWithoutHash(lines);
  if (loose !== undefined) {
    const message = `"${loose}" in its requirements.txt has no hash. Write it, and all that it needs, with --hash=sha256:…, as "pip-compile --generate-hashes" does.`;
    throw packageError(message);
  }
  return lines.flatMap((line): LockedEntry[] => {
    const { name = "", version = "", marker, hashes = "" } = PINNED.exec(line)?.groups ?? {};
    if (marker !== undefined && !markerHolds(marker, markers)) return [];
    const listed = hashes.trim().split(/\s+/);
    return [{ name, version, place: SITE, hashes: listed.map((it) => it.slice("--hash=".length)) }];
  });
}

/** Names are equal in any case, and with any of `-_.` (PEP 503). */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
