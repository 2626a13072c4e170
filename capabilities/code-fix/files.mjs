import { isUtf8 } from "node:buffer";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";

const ROOT = process.env.CAPSTAN_WORKSPACE;
const MAX_FILES = 12;
const MAX_FILE = 20_000;
const MAX_WALK = 2_000;
const LEFT_OUT = new Set(["node_modules", ".git", "dist", "build", "__pycache__", "outputs"]);

export function readText(path) {
  return readFileSync(join(ROOT, path), "utf8").slice(0, MAX_FILE);
}

/** Files to begin with. One that is there stays what it is. */
export function writeMissing(files) {
  for (const [path, text] of Object.entries(files ?? {})) {
    if (!isPlain(path) || typeof text !== "string")
      return `"files" has "${path}", which is no file of the workspace.`;
    if (existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  return undefined;
}

/** Those that the output names first, then others, as many as fit a question. */
export function filesIn(allowed, output) {
  const all = walk("").filter((path) => isAllowed(path, allowed) && isText(path));
  const rank = (path) =>
    output.includes(path) ? 0 : output.includes(path.split("/").at(-1)) ? 1 : 2;
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_FILES);
}

function walk(folder, found = []) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (found.length >= MAX_WALK || LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) walk(path, found);
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

function isText(path) {
  const { size } = lstatSync(join(ROOT, path));
  if (size > MAX_FILE) return false;
  const bytes = readFileSync(join(ROOT, path));
  return !bytes.includes(0) && isUtf8(bytes);
}

/** What each file was and would be; or why the patch cannot be applied. */
export function changesOf(wanted, allowed) {
  const problems = [];
  const files = new Map();
  for (const one of wanted) {
    const { path, content, find, replace } = one !== null && typeof one === "object" ? one : {};
    if (typeof path !== "string") {
      problems.push(
        "Each change needs a path, and a content or what to find and to replace it by.",
      );
      continue;
    }
    if (!isAllowed(path, allowed)) {
      problems.push(`"${path}" may not be changed.`);
      continue;
    }
    const known = files.get(path) ?? start(path);
    if (known.problem) {
      problems.push(known.problem);
      continue;
    }
    const now = known.after ?? "";
    const next = typeof content === "string" ? endedAs(now, content) : replaced(now, find, replace);
    if (next === undefined)
      problems.push(`What it wants to replace is not in "${path}" exactly once.`);
    else files.set(path, { ...known, after: next });
  }
  const changes = [...files.values()].filter(({ before, after }) => before !== after);
  if (problems.length === 0 && changes.length === 0) problems.push("It changes nothing.");
  if (problems.length > 0) return { problems };
  return { changes, paths: changes.map(({ path }) => path) };
}

/** Only a text can be patched, and put back as it was. */
function start(path) {
  const file = join(ROOT, path);
  if (!existsSync(file)) return { path, before: null, after: null };
  if (!lstatSync(file).isFile()) return { problem: `"${path}" is no file.` };
  const bytes = readFileSync(file);
  if (bytes.includes(0) || !isUtf8(bytes)) return { problem: `"${path}" is no text.` };
  const before = bytes.toString("utf8");
  return { path, before, after: before };
}

function replaced(text, find, replace) {
  if (typeof find !== "string" || find === "" || typeof replace !== "string") return undefined;
  const wanted = endedAs(text, find);
  const at = text.indexOf(wanted);
  if (at < 0 || text.indexOf(wanted, at + 1) >= 0) return undefined;
  return text.slice(0, at) + endedAs(text, replace) + text.slice(at + wanted.length);
}

/** With the line ends of the text that it goes into: who proposes a patch sees only that lines end. */
function endedAs(text, wanted) {
  const isWindows = /\r\n/.test(text) && !/(?:^|[^\r])\n/.test(text);
  return isWindows ? wanted.replace(/\r?\n/g, "\r\n") : wanted;
}

/** Read anew: a file that was changed since the question may not fit it any more. */
export function applyChanges(wanted) {
  const { changes, problems } = changesOf(wanted, ["*"]);
  if (!changes) return { before: [], problem: problems.join(" ") };
  for (const { path, after } of changes) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), after);
  }
  return { before: changes };
}

export function takeBack(changes) {
  for (const { path, before } of changes) {
    if (before === null) rmSync(join(ROOT, path), { force: true });
    else writeFileSync(join(ROOT, path), before);
  }
}

function isPlain(path) {
  return /^(?![/~])(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\0\\:]{1,500}$/.test(path) && staysInside(path);
}

/** Also where a link leads. */
function staysInside(path) {
  let folder = join(ROOT, path);
  while (!existsSync(folder)) folder = dirname(folder);
  const real = realpathSync(folder);
  return real === realpathSync(ROOT) || real.startsWith(realpathSync(ROOT) + sep);
}

function isAllowed(path, allowed) {
  return isPlain(path) && allowed.some((pattern) => matches(pattern, path));
}

function matches(pattern, path) {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*?")}$`).test(path);
}
