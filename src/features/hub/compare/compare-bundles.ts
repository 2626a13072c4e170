import { isDeepStrictEqual } from "node:util";
import type { BundleFile } from "../../../schema/bundle.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import type { BundleDiff, ChangedFile, DescribedBundle, ListChange } from "../hub.ts";
import { textIn } from "../index/text-in.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** What an update changes: the files, and what its files say it may do. */
export function compareBundles(
  before: ReadBundle,
  after: ReadBundle,
  describe: (read: ReadBundle) => DescribedBundle,
): BundleDiff {
  const [old, now] = [describe(before), describe(after)];
  return {
    files: changedFiles(before, after),
    permissions: changeOf(old.permissions, now.permissions),
    hosts: changeOf(old.hosts, now.hosts),
    effects: changeOf(old.effects, now.effects),
    actions: changedActions(old.actions, now.actions),
  };
}

function changedFiles(before: ReadBundle, after: ReadBundle): ChangedFile[] {
  const [old, now] = [byPath(before), byPath(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): ChangedFile[] => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was?.digest === is?.digest && was?.executable === is?.executable) return [];
    const change = !was ? "added" : !is ? "removed" : "changed";
    const texts = [textOf(before, was), textOf(after, is)] as const;
    const [left, right] = texts;
    const diff = left === null || right === null ? null : unifiedDiff(path, left, right);
    return [{ path, change, diff }];
  });
}

function byPath({ bundle }: ReadBundle): ReadonlyMap<string, BundleFile> {
  return new Map(bundle.files.map((file) => [file.path, file]));
}

/** Of a file that is not there: nothing. */
function textOf({ contents }: ReadBundle, file: BundleFile | undefined): string | null {
  return file ? textIn(contents.get(file.digest)) : "";
}

function changeOf(before: readonly string[], after: readonly string[]): ListChange {
  return {
    added: after.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !after.includes(one)),
  };
}

function changedActions(
  before: DescribedBundle["actions"],
  after: DescribedBundle["actions"],
): BundleDiff["actions"] {
  const old = new Map(before.map((action) => [action.name, action]));
  const names = (actions: DescribedBundle["actions"]) => actions.map(({ name }) => name);
  const changed = after.filter((action) => {
    const was = old.get(action.name);
    return was !== undefined && !isDeepStrictEqual(was, action);
  });
  return { ...changeOf(names(before), names(after)), changed: names(changed) };
}
