/** What the strings under a key are for, as its name suggests. */
export type Role = "path" | "host" | "command";

const WORDS: Readonly<Record<Role, string>> = {
  path: `path paths file files filename filenames filepath filepaths dir dirs directory directories
    folder folders cwd workdir root src dst dest destination`,
  host: `host hosts hostname hostnames domain domains url urls uri uris href link links endpoint
    endpoints origin origins server servers address addresses proxy`,
  command: "command commands cmd cmds exec executable program shell script argv run",
};

const ROLES = new Map(
  Object.entries(WORDS).flatMap(([role, words]) =>
    words.split(/\s+/).map((word) => [word, role as Role] as const),
  ),
);

/** `filePath`, `file_path` and `FILE-PATH` are all for paths. */
export function rolesOfKey(key: string): Role[] {
  const words = key
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.split(/[^a-z\d]+/).flatMap((word) => ROLES.get(word) ?? []);
}
