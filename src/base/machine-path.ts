import { posix } from "node:path";

/** Where a box finds the files of its session. */
const WORKSPACE = "/workspace";
const QUOTED = /(?<![\p{L}\p{N}])["'“‘`](~?\/[^"'”’`\p{Cc}]*)["'”’`]/gu;
const CHUNK = /(?<=^|[\s"'“”„«»`<>()])(?:~(?=[\s,.!?;:]|$)|~?\/[^\s\p{Cc}"'“”„«»`<>()]*)/gu;
const TRAILING = /[.,;:!?']+$/;

/** Whether a path names a place of the machine, for a program whose workspace is the session's. */
export function isMachinePath(text: string): boolean {
  if (!text.startsWith("/")) return false;
  const path = posix.normalize(text);
  return path !== WORKSPACE && !path.startsWith(`${WORKSPACE}/`);
}

/**
 * Whose path a whole path is: the machine's, unless the session has that very file, or the folder
 * that it would lie in. Every session has "/", and the machine's is never opened, so a file directly
 * in it is the session's.
 */
export function isOfMachine(path: string, session: ReadonlySet<string>): boolean {
  const plain = withoutSlash(posix.normalize(path));
  if (!isMachinePath(plain) || plain === "/" || session.has(plain)) return false;
  const folder = posix.dirname(plain);
  return folder === "/" ? posix.extname(plain) === "" : !session.has(folder);
}

/** The whole paths in what a person wrote, as they stand there and as they are. */
export function wholePathsIn(text: string, home: string): { said: string; path: string }[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, path = ""]) => path);
  const plain = [...text.matchAll(CHUNK)].map(([chunk]) => chunk.replace(TRAILING, ""));
  return [...new Set([...quoted, ...plain])].map((said) => {
    const path = said.startsWith("~") ? `${home}${said.slice(1)}` : said;
    return { said, path: withoutSlash(posix.normalize(path)) };
  });
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
