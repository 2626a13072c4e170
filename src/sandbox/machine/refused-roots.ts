import { readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";

/** What is no place for files, and where other programs are reached: never opened, nor looked at. */
const NO_FILES = ["/proc", "/sys", "/dev", "/run", "/var/run"];
/** Among them, but a place for temporary files all the same. */
const SHARED_MEMORY = "/dev/shm/";
/** The system's own: never to be changed. */
const SYSTEM = [
  ...["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/boot"],
  ...["/var/lib", "/var/log", "/var/spool", "/var/cache", "/var/mail"],
];
/** Of a box itself: relative paths and those below it are the session's. */
const IN_THE_BOX = ["/workspace"];

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Whether nothing at this path is a file that somebody keeps. */
export function isNoPlaceForFiles(path: string): boolean {
  return !path.startsWith(SHARED_MEMORY) && NO_FILES.some((folder) => isAtOrBelow(path, folder));
}

/** Why a canonical folder cannot be opened, and what to do instead; null when it can. */
export function whyRefused(
  path: string,
  { write, own }: { readonly write: boolean; readonly own: readonly string[] },
): string | null {
  if (path === "/") return "the whole machine cannot be opened. Name the folder that is needed";
  if (isNoPlaceForFiles(path)) return "it holds no files of yours, but the system's own state";
  if (IN_THE_BOX.some((folder) => isAtOrBelow(path, folder)))
    return "inside a box that name is the session's workspace. Move the folder elsewhere";
  for (const ours of own) {
    if (isAtOrBelow(path, ours)) return "it is Capstan's own, with its keys and its database";
    if (isAtOrBelow(ours, path)) return "Capstan's own folder lies in it. Name a folder beside it";
  }
  const home = homeFolders().find((folder) => isAtOrBelow(folder, path));
  if (home === path) return "a home folder is not opened as a whole. Name a folder in it";
  if (home !== undefined) return `the home folder ${home} lies in it. Name a folder in that`;
  if (isAtOrBelow(tmpdir(), path) || path === "/tmp" || path === "/var/tmp")
    return "every program keeps its temporary files there. Name a folder in it";
  if (write && SYSTEM.some((folder) => isAtOrBelow(path, folder) || isAtOrBelow(folder, path)))
    return "it belongs to the system. It can be opened for reading only";
  return null;
}

const FIRST_PERSON = 1_000;

/** Of every person on this machine; accounts of the system have no home of their own. */
function homeFolders(): string[] {
  const listed = readAccounts()
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([, , uid]) => Number(uid) >= FIRST_PERSON)
    .map((account) => account[5] ?? "")
    .filter((folder) => folder.startsWith("/") && folder !== "/");
  return [homedir(), "/root", ...listed];
}

function readAccounts(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "";
  }
}
