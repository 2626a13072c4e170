import type { Finding } from "../../schema/change-set.ts";
import type { BytePath, Change, Difference, Judgement } from "../changes.ts";
import { nameOf, parentOf, textOf } from "./byte-path.ts";
import { doorByName, isRunByPeople } from "./doors/door-names.ts";
import { foldName, hasUnseen } from "./doors/fold-name.ts";
import { leadsOut } from "./doors/leads-out.ts";
import { findRepositories, type TreeAfter } from "./doors/repositories.ts";

const RUN = "It is run when a person builds, tests or starts something.";

/**
 * What a person must see of a difference. A change to a file that some program runs or obeys by itself is
 * a door; removing one is a door too.
 */
export function judgeChanges(
  root: string,
  { changes, moves }: Pick<Difference, "changes" | "moves">,
  after: TreeAfter,
): Judgement {
  const repositories = findRepositories(root, changes, after);
  const isTwin = findTwins(after);
  const findings: Finding[] = [];
  for (const change of changes) {
    const { path } = change;
    const add = (kind: Finding["kind"], why: string) => findings.push({ path, kind, why });
    const text = textOf(path) ?? path;
    const names = text.slice(1).split("/").map(foldName);
    if (change.after) {
      if (textOf(nameOf(path)) === undefined) add("name", "Its name is no text.");
      else if (hasUnseen(nameOf(text))) add("name", "Its name has characters that are not seen.");
      if (!change.before && isTwin(path)) add("name", "Another name differs in case only.");
      const { kind, target } = change.after;
      if (kind === "link" && target !== undefined && leadsOut(path, target, after)) {
        add("outside", "The link leads out of the folder.");
      }
    }
    const door =
      repositories.doorAt(change) ??
      doorByName(names) ??
      (repositories.isNamedBySettings(path) ? "Settings of git name it." : undefined);
    if (door) add("door", door);
    else if (isRunLater(change, names.at(-1) ?? "")) add("runs", RUN);
  }
  return {
    findings,
    asksAlways: findings.some(({ kind }) => kind !== "runs"),
    facts: { ...count(changes, moves.length), ...countFindings(findings) },
  };
}

function isRunLater({ before, after }: Change, name: string): boolean {
  if (!after || after.kind === "folder") return false;
  const isExecutable = (mode = 0) => (mode & 0o111) !== 0;
  const isNewlyExecutable = isExecutable(after.mode) && !isExecutable(before?.mode);
  return isRunByPeople(name) || (after.kind === "file" && isNewlyExecutable);
}

/** Whether another name in the same folder is the same where case does not count. */
function findTwins(tree: TreeAfter): (path: BytePath) => boolean {
  const folders = new Map<BytePath, Map<string, number>>();
  return (path) => {
    const folder = parentOf(path);
    let counts = folders.get(folder);
    if (!counts) {
      counts = new Map();
      for (const name of tree.names(folder)) {
        const folded = foldName(textOf(name) ?? name);
        counts.set(folded, (counts.get(folded) ?? 0) + 1);
      }
      folders.set(folder, counts);
    }
    const name = nameOf(path);
    return (counts.get(foldName(textOf(name) ?? name)) ?? 0) > 1;
  };
}

function count(changes: readonly Change[], moved: number) {
  const number = (is: (change: Change) => boolean) => changes.filter(is).length;
  const isFolder = (state: Change["after"]) => state?.kind === "folder";
  const emptied = new Set(changes.flatMap(({ path, after }) => (after ? [] : [parentOf(path)])));
  return {
    created: number(({ before, after }) => !before && !isFolder(after)) - moved,
    changed: number(({ before, after }) => !!before && !!after),
    // A folder that had something in it goes with that.
    deleted: number(({ path, after }) => !after && !emptied.has(path)) - moved,
    moved,
    bytes: changes.reduce((sum, { after }) => sum + (after?.size ?? 0), 0),
  };
}

function countFindings(findings: readonly Finding[]) {
  const number = (kind: Finding["kind"]) => findings.filter((it) => it.kind === kind).length;
  return { doors: number("door"), outside: number("outside"), names: number("name") };
}
