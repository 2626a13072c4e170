import { posix } from "node:path";
import type { BytePath, Change } from "../../changes.ts";
import { bytePathOf, isWithin, nameOf, parentOf, textOf } from "../byte-path.ts";
import { foldName } from "./fold-name.ts";

/** The folder as it is after the changes. */
export type TreeAfter = {
  names(path: BytePath): readonly BytePath[];
  /** The text of a link, undefined for everything else. */
  linkAt(path: BytePath): BytePath | undefined;
  /** The beginning of a regular file, undefined for everything else. */
  readText(path: BytePath): string | undefined;
};

/**
 * The contents of a repository that no program obeys. Everything else in it does something, also what
 * later versions of git add.
 */
const DATA =
  /^(objects|objects\/(?!info(\/|$)).+|objects\/info|objects\/info\/(packs|commit-graphs?(\/.*)?)|refs(\/.*)?|logs(\/.*)?|index|HEAD|packed-refs|COMMIT_EDITMSG|(ORIG|FETCH|MERGE|CHERRY_PICK|REVERT)_HEAD|MERGE_(MSG|MODE)|AUTO_MERGE|shallow|description|info|info\/(exclude|refs|sparse-checkout)|gitk\.cache|branches)$/;
const GIT_NAMES: ReadonlySet<string> = new Set([".git", "git~1"]);
const OBEYED = "Git runs or obeys it.";
const FOUND = "Git obeys a repository that it finds here.";

/** Settings of git whose value is a path, or a command that begins with one. */
const NAMES_A_PATH =
  /^\s*(hooksPath|path|attributesFile|excludesFile|fsmonitor|command|clean|smudge|process|driver|textconv|program|editor|pager|sshCommand|helper|template)\s*=\s*"?([^"#;\n]+)/gim;

/** Repositories by their names and by their shape, before and after the changes. */
export function findRepositories(root: string, changes: readonly Change[], after: TreeAfter) {
  const created = new Set(changes.flatMap(({ path, before }) => (before ? [] : [path])));
  const removed = Map.groupBy(
    changes.filter((change) => change.after === null),
    ({ path }) => parentOf(path),
  );
  const shapes = new Map<BytePath, { readonly is: boolean; readonly isNew: boolean }>();
  const named = new Map<BytePath, readonly BytePath[]>();

  function shapeOf(folder: BytePath) {
    const known = shapes.get(folder);
    if (known) return known;
    const now = after.names(folder);
    const old = [
      ...now.filter((name) => !created.has(`${folder}/${name}`)),
      ...(removed.get(folder) ?? []).map(({ path }) => nameOf(path)),
    ];
    const shape = { is: isRepository(now) || isRepository(old), isNew: !isRepository(old) };
    shapes.set(folder, shape);
    return shape;
  }

  /** Paths that the settings of a repository in this folder name. */
  function namedIn(folder: BytePath): readonly BytePath[] {
    const known = named.get(folder);
    if (known) return known;
    const paths = ["/.git/config", "/.git/config.worktree", "/config"].flatMap((config) => {
      const text = after.readText(`${folder}${config}`);
      return text === undefined ? [] : pathsIn(text, { root, folder, config });
    });
    named.set(folder, paths);
    return paths;
  }

  return {
    /** Why git obeys this path, or undefined. */
    doorAt({ path, before, after: made }: Change): string | undefined {
      const names = path.slice(1).split("/");
      const isGit = (name: BytePath) => GIT_NAMES.has(foldName(textOf(name) ?? name));
      const at = names.findIndex(isGit);
      if (at === names.length - 1) {
        const isPlainFolder = before?.kind === "folder" && made?.kind === "folder";
        return isPlainFolder ? undefined : FOUND;
      }
      if (at >= 0) return DATA.test(names.slice(at + 1).join("/")) ? undefined : OBEYED;
      for (let depth = 0, folder = ""; depth < names.length; depth++) {
        const { is, isNew } = shapeOf(folder);
        if (is && isNew) return FOUND;
        if (is && !DATA.test(names.slice(depth).join("/"))) return OBEYED;
        folder += `/${names[depth]}`;
      }
      return undefined;
    },
    isNamedBySettings(path: BytePath): boolean {
      for (let folder = parentOf(path); ; folder = parentOf(folder)) {
        if (namedIn(folder).some((named) => isWithin(path, named))) return true;
        if (folder === "") return false;
      }
    },
  };
}

/** `HEAD` with `objects` and `refs`, or with a file that leads to them, whatever the folder's name. */
function isRepository(names: readonly BytePath[]): boolean {
  const has = (name: string) => names.includes(name);
  return has("HEAD") && ((has("objects") && has("refs")) || has("commondir") || has("gitdir"));
}

type Place = { readonly root: string; readonly folder: BytePath; readonly config: string };

function pathsIn(text: string, { root, folder, config }: Place): BytePath[] {
  return [...text.matchAll(NAMES_A_PATH)].flatMap(([, key = "", value = ""]) => {
    const word = value.trim().split(/\s+/)[0] ?? "";
    // An included file is looked for beside the settings, all else in the working folder.
    const base = key.toLowerCase() === "path" ? posix.dirname(config) : "/";
    const whole = `${root}${textOf(folder) ?? ""}`;
    const found = word.startsWith("/") ? posix.normalize(word) : posix.join(whole, base, word);
    if (!found.startsWith(`${root}/`) || found === whole) return [];
    return [bytePathOf(found.slice(root.length))];
  });
}
