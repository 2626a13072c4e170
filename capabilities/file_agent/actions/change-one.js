import { lstatSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { count, PlainError, sizeInWords } from "../lib/answers.js";
import { change, copyWhole, deleteWhole, moveWhole, weigh, writeWhole } from "../lib/change.js";

const MAX_WRITTEN = 10_000_000;

/** A new file, or other contents for one that is there; that is asked about. */
export function writeFile(call) {
  const { params, places } = call;
  if (typeof params.content !== "string") {
    throw new PlainError("INVALID_PARAMS", 'Say what to write: "content".');
  }
  const bytes = bytesOf(params.content, params.encoding);
  if (bytes.length > MAX_WRITTEN) {
    throw new PlainError("TOO_LARGE", `I write at most ${sizeInWords(MAX_WRITTEN)} at once.`);
  }
  const path = places.target(params.path);
  const before = present(path);
  if (before?.isDirectory()) {
    throw new PlainError("NOT_A_FILE", `"${basename(path)}" is a folder.`);
  }
  if (before?.isSymbolicLink()) throw isALink(path);
  const what = `${sizeInWords(bytes.length)} to ${path}`;
  return change(call, {
    would: before ? `Would replace ${path}` : `Would write ${what}`,
    did: before ? `Replaced ${path}` : `Wrote ${what}`,
    ask: before
      ? `This replaces "${basename(path)}" (${sizeInWords(before.size)}) by ${sizeInWords(bytes.length)}. What is in it now is lost.`
      : undefined,
    items: [{ path, replaces: before !== undefined }],
    files: 1,
    bytes: bytes.length,
    act: () => writeWhole(path, bytes),
    result: { path },
  });
}

function bytesOf(content, encoding) {
  if (encoding !== "base64") return Buffer.from(content, "utf8");
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(content)) {
    throw new PlainError("INVALID_PARAMS", 'The "content" is not base64.');
  }
  return Buffer.from(content, "base64");
}

function present(path) {
  return lstatSync(path, { throwIfNoEntry: false });
}

function isALink(path) {
  return new PlainError("NOT_A_FILE", `"${basename(path)}" is a link. Name where it leads to.`);
}

export function copyFile(call) {
  const { from, to, replaced, files, bytes } = fromTo(call);
  return change(call, {
    would: `Would copy ${from} to ${to}`,
    did: `Copied ${from} to ${to}`,
    ask: replaced ? `This replaces "${basename(to)}" by a copy of "${basename(from)}".` : undefined,
    items: [{ from, to }],
    files,
    bytes,
    act: () => copyWhole(from, to),
    result: { path: to },
  });
}

export function moveFile(call) {
  const { from, to, replaced, files, bytes } = fromTo(call);
  refuseRoot(call.places, from, "move");
  const also = replaced ? ` What is there now is lost.` : "";
  return change(call, {
    would: `Would move ${from} to ${to}`,
    did: `Moved ${from} to ${to}`,
    ask: `This moves "${basename(from)}" to ${to}.${also}`,
    items: [{ from, to }],
    files,
    bytes,
    act: () => moveWhole(from, to),
    result: { path: to },
  });
}

/** Into a folder that is there, or under the name that is given. */
function fromTo({ params, places }) {
  const from = places.itself(params.path);
  const named = places.target(params.destination, "destination");
  const isFolder = present(named)?.isDirectory() === true;
  const to = isFolder ? join(named, basename(from)) : named;
  if (to === from) throw new PlainError("FILE_EXISTS", "It is there already.");
  if (to.startsWith(from + sep)) {
    throw new PlainError("INVALID_PARAMS", "A folder cannot be put into itself.");
  }
  const there = present(to);
  if (there && (there.isDirectory() || present(from)?.isDirectory())) {
    throw new PlainError(
      "FILE_EXISTS",
      `There is "${basename(to)}" already, and I do not replace folders.`,
    );
  }
  if (there?.isSymbolicLink()) throw isALink(to);
  return { from, to, replaced: there !== undefined, ...weigh(from) };
}

export function renameFile(call) {
  const { params, places } = call;
  const from = places.itself(params.path);
  const name = params.new_name;
  if (
    typeof name !== "string" ||
    name === "" ||
    /[/\0]/.test(name) ||
    name === "." ||
    name === ".."
  ) {
    throw new PlainError("INVALID_PARAMS", 'Say the new name alone, without a folder: "new_name".');
  }
  refuseRoot(places, from, "rename");
  const to = join(dirname(from), name);
  if (to === from) throw new PlainError("FILE_EXISTS", "That is its name already.");
  if (present(to) && !isOneEntry(from, to)) {
    throw new PlainError("FILE_EXISTS", `There is "${name}" already. I do not replace it.`);
  }
  return change(call, {
    would: `Would rename "${basename(from)}" to "${name}"`,
    did: `Renamed "${basename(from)}" to "${name}"`,
    ask: `This renames "${basename(from)}" to "${name}".`,
    items: [{ from, to }],
    ...weigh(from),
    act: () => moveWhole(from, to),
    result: { path: to },
  });
}

/** On a disk that does not tell upper from lower case, a name in the other case is the same file. */
export function isOneEntry(one, other) {
  if (one.toLowerCase() !== other.toLowerCase()) return false;
  const [first, second] = [present(one), present(other)];
  return first?.ino === second?.ino && first?.dev === second?.dev && first?.nlink === 1;
}

export function deleteFile(call) {
  const { params, places } = call;
  const path = places.itself(params.path);
  refuseRoot(places, path, "delete");
  const { files, bytes } = weigh(path);
  const isFolder = present(path)?.isDirectory() === true;
  const what = isFolder
    ? `the folder "${basename(path)}" with ${count(files, "file")}`
    : `"${basename(path)}"`;
  return change(call, {
    would: `Would delete ${what}`,
    did: `Deleted ${what}`,
    ask: `This permanently deletes ${what} (${sizeInWords(bytes)}). It cannot be undone.`,
    items: [{ path, bytes }],
    files,
    bytes,
    act: () => deleteWhole(path),
    result: { path },
  });
}

/** What a person opened is where an agent may work, and not what it may take away. */
function refuseRoot({ isRoot }, path, verb) {
  if (!isRoot(path)) return;
  throw new PlainError("INVALID_PARAMS", `I do not ${verb} a folder that I was given as a whole.`);
}
