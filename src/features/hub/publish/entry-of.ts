import type { HubEntry, HubVersion, ListedVersion, Withdrawal } from "../../../schema/hub.ts";

/** As Agent Skills Discovery names what can be installed. */
const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** What only Capstan can use: others pass over a type that they do not know. */
const OURS = "capstan-archive";

/** The entry that tells of this version, newest of those that are not withdrawn. */
export function entryOf(
  version: HubVersion,
  versions: readonly ListedVersion[],
  withdrawn: Withdrawal | undefined,
): HubEntry {
  const listed = versions.find((one) => one.version === version.version);
  const { name, kind, publisher, author, description, permissions, effects } = version;
  return {
    name,
    type: isForEveryone(version) && !withdrawn ? "archive" : OURS,
    description,
    url: listed?.archive.url ?? "",
    digest: version.archive.digest,
    kind,
    publisher,
    author,
    version: version.version,
    permissions,
    effects,
    versions: [...versions],
    ...(withdrawn && { withdrawn }),
  };
}

/** Skills and packs have a SKILL.md at their root: that is what the standard asks for. */
function isForEveryone({ kind, name, description, has_skill_md }: HubVersion): boolean {
  const fits = SKILL_NAME.test(name) && name.length <= 64 && description !== "";
  return fits && (kind === "skill" || kind === "pack") && has_skill_md === true;
}
