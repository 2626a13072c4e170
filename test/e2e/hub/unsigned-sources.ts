import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTree, type Tree } from "../../../src/features/bundles/testing/make-tree.ts";
import { makeZip } from "../../../src/features/bundles/testing/make-zip.ts";

/** Puts a skill into a place that nobody signed, over what was there; answers what a person names it by. */
type MakeSource = (tree: Tree, place: string, address: string) => string;

export const UNSIGNED_SOURCES = {
  folder: (tree, place) => makeTree(tree, join(place, "hello")),
  zip: (tree, place) => {
    writeFileSync(join(place, "x.zip"), zipOf(tree));
    return join(place, "x.zip");
  },
  "tar.gz": (tree, place) => {
    execFileSync("tar", ["-czf", join(place, "x.tar.gz"), "-C", makeTree(tree), "."]);
    return join(place, "x.tar.gz");
  },
  "archive at an address": (tree, place, address) => {
    writeFileSync(join(place, "x.zip"), zipOf(tree));
    return `${address}/x.zip`;
  },
  "npm tarball": (tree, place) => {
    const version = /version: (.*)/.exec(String(tree["SKILL.md"]))?.[1];
    const folder = makeTree({
      ...tree,
      "package.json": JSON.stringify({ name: "hello", version, scripts: { install: "exit 1" } }),
    });
    execFileSync("npm", ["pack", "--silent", "--pack-destination", place], { cwd: folder });
    return `npm:${join(place, `hello-${version}.tgz`)}`;
  },
  "git commit": (tree, place) => {
    makeTree(tree, join(place, "hello"));
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: place })
        .toString()
        .trim();
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "-m", "x");
    return `git+${place}#${git("rev-parse", "HEAD")}:hello`;
  },
} satisfies Record<string, MakeSource>;

export function zipOf(tree: Tree): Uint8Array {
  return makeZip(Object.entries(tree).map(([name, content]) => ({ name, content: `${content}` })));
}
