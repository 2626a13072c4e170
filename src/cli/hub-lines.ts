import type { HubDetails } from "../http/client/wire.ts";
import { block } from "./block.ts";
import type { Line } from "./line.ts";
import { titled } from "./titled.ts";

const MOST_FILES = 40;
const DIFF_LENGTH = 20_000;

const TRUST: Readonly<Record<HubDetails["trust"], string>> = {
  first: "new here: an admin pins it by running this. Compare it with what the publisher says",
  pinned: "the pinned one",
  rotated: "a new one, which the pinned one names",
  unsigned: "",
};

/** All that there is to see of something before it is installed. */
export function hubItemLines(item: HubDetails, withDiff: boolean): Line[] {
  const { id, version, kind, description, author, source, fingerprint, trust } = item;
  return [
    `${id}@${version}  ${kind}`,
    ...block(description, 2_000),
    ...(author === null ? [] : [`Author:       ${author}`]),
    `From:         ${source}`,
    fingerprint === null
      ? "Signed by:    unsigned; pinned by its digest"
      : `Signed by:    ${fingerprint}  (${TRUST[trust]})`,
    `Digest:       ${item.digest}`,
    ...titled("May:", item.permission_words),
    ...titled("Reaches:", item.hosts),
    ...titled("Effects:", item.effects),
    ...fileLines(item.files),
    ...findingLines(item.findings),
    ...changeLines(item, withDiff),
  ];
}

function fileLines(files: HubDetails["files"]): string[] {
  const shown = files.slice(0, MOST_FILES).map(({ path, size_bytes }) => `${path}  ${size_bytes}`);
  const rest = files.length - shown.length;
  return titled(`Files (${files.length}):`, rest > 0 ? [...shown, `and ${rest} more`] : shown);
}

function findingLines(findings: HubDetails["findings"]): string[] {
  return titled(
    "Seen in its files:",
    findings.map(({ says, declared, places, more }) => {
      const where = places.map(({ path, line }) => `${path}:${line}`).join(", ");
      const rest = more > 0 ? ` and ${more} more` : "";
      return `${declared ? "declared      " : "not declared  "}${says}${where ? `  ${where}${rest}` : ""}`;
    }),
  );
}

function changeLines({ changes, installed_version }: HubDetails, withDiff: boolean): string[] {
  if (!changes) return [];
  const lists = [
    ...signed("permission", changes.permissions),
    ...signed("host", changes.hosts),
    ...signed("effect", changes.effects),
    ...signed("action", changes.actions),
    ...changes.actions.changed.map((one) => `~ action ${one}`),
    ...changes.files.map(({ path, change }) => `${SIGNS[change]} ${path}`),
  ];
  const diffs = withDiff ? changes.files.flatMap(({ diff }) => (diff === null ? [] : [diff])) : [];
  return [
    ...titled(`Changed since ${installed_version}:`, lists),
    ...diffs.flatMap((diff) => block(diff, DIFF_LENGTH)),
  ];
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

function signed(
  what: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): string[] {
  return [...added.map((one) => `+ ${what} ${one}`), ...removed.map((one) => `- ${what} ${one}`)];
}
