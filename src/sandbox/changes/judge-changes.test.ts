import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { openScene } from "./testing/scene.ts";

const GIT = ["-c", "core.hooksPath=/dev/null", "-c", "user.name=a", "-c", "user.email=a@b.example"];

/** A repository with settings that name a folder of its own, and 40 files. */
function openRepository() {
  const scene = openScene();
  onTestFinished(scene.close);
  const git = (...args: string[]) =>
    execFileSync("git", [...GIT, ...args], { cwd: scene.root, stdio: "ignore" });
  git("init", "-q", ".");
  git("config", "core.hooksPath", "tools/hooks");
  const files =
    "mkdir -p sub tools/hooks; for i in $(seq 40); do echo $i > f$i; done; ln -s /etc old";
  execFileSync("sh", ["-c", files], { cwd: scene.root });
  git("add", "-A");
  git("commit", "-qm", "x");
  return scene;
}

const SHELL = (line: string) => ["sh", "-c", `set -e; ${line}`];

const DOORS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "a commondir",
    "mkdir -p build/objects build/refs; cp .git/HEAD build/; echo ../build > .git/commondir",
    ["/.git/commondir", "/build/HEAD"],
  ],
  ["a gitfile", "echo 'gitdir: ../real/store' > sub/.git", ["/sub/.git"]],
  [
    "a bare repository",
    "mkdir -p b/objects b/refs; echo 'ref: refs/heads/main' > b/HEAD; echo '[core]' > b/config",
    ["/b/HEAD", "/b/config"],
  ],
  ["a hook", "echo x > .git/hooks/pre-commit", ["/.git/hooks/pre-commit"]],
  ["settings", "echo '[alias]' >> .git/config", ["/.git/config"]],
  ["attributes", "echo '* filter=x' > .git/info/attributes", ["/.git/info/attributes"]],
  ["alternates", "echo /x > .git/objects/info/alternates", ["/.git/objects/info/alternates"]],
  [
    "a rebase with commands",
    "mkdir .git/rebase-merge; echo 'exec x' > .git/rebase-merge/git-rebase-todo",
    ["/.git/rebase-merge/git-rebase-todo"],
  ],
  ["a folder of hooks", "echo x > tools/hooks/pre-push", ["/tools/hooks/pre-push"]],
  [
    "settings of a worktree",
    "mkdir -p .git/worktrees/w; echo x > .git/worktrees/w/config.worktree",
    ["/.git/worktrees/w/config.worktree"],
  ],
  [
    "hooks of a module",
    "mkdir -p .git/modules/m/hooks; echo x > .git/modules/m/hooks/post-checkout",
    ["/.git/modules/m/hooks/post-checkout"],
  ],
  ["an .envrc", "echo x > .envrc", ["/.envrc"]],
  ["servers of agents, deep", "mkdir -p a/b; echo {} > a/b/.mcp.json", ["/a/b/.mcp.json"]],
  ["tasks of an editor", "mkdir .vscode; echo {} > .vscode/tasks.json", ["/.vscode/tasks.json"]],
  ["another case", "mkdir -p x/.GIT; echo x > x/.GIT/config", ["/x/.GIT", "/x/.GIT/config"]],
  [
    "an unseen character",
    "mkdir -p 'y/.g\u200cit'; echo x > 'y/.g\u200cit/config'",
    ["/y/.g\u200cit"],
  ],
  ["a folder that is moved there", "mkdir z; echo x > z/config; mv z sub/.GiT", ["/sub/.GiT"]],
  ["removing the repository", "rm -rf .git", ["/.git/config"]],
  ["moving the repository away", "cp -r .git old-git && rm -rf .git", ["/.git/config"]],
  ["rules of agents", "echo x > AGENTS.md", ["/AGENTS.md"]],
  [
    "a workflow",
    "mkdir -p .github/workflows; echo x > .github/workflows/a.yml",
    ["/.github/workflows/a.yml"],
  ],
  ["removing a door", "rm -r tools", ["/tools/hooks"]],
  [
    "a repository around a file of the person",
    "mkdir -p c/objects c/refs; cp .git/HEAD c/HEAD; rm f1",
    ["/c/objects", "/c/refs"],
  ],
];

test.each(DOORS)("a door always asks: %s", async (_, line, paths) => {
  const scene = openRepository();
  const { judgement } = await scene.call(SHELL(line));
  const doors = judgement.findings.filter(({ kind }) => kind === "door").map(({ path }) => path);
  const latin = paths.map((path) => Buffer.from(path).toString("latin1"));
  expect(doors).toEqual(expect.arrayContaining(latin));
  expect(judgement.asksAlways).toBe(true);
});

test.each([
  ["a link that leads out", "ln -s /etc/passwd l", "outside", "/l"],
  ["a link above the folder", "ln -s ../../x sub/m", "outside", "/sub/m"],
  ["a link through another one", "ln -s old/passwd l", "outside", "/l"],
  ["a name without text", "touch \"$(printf '\\377')\"", "name", "/\u00ff"],
  ["an unseen name", "touch \"$(printf 'a\\342\\200\\256b')\"", "name", "/a\u00e2\u0080\u00aeb"],
  ["two names but for their case", "echo x > F1", "name", "/F1"],
])("%s always asks", async (_, line, kind, path) => {
  const { judgement } = await openRepository().call(SHELL(line));
  expect(judgement.findings).toEqual([expect.objectContaining({ kind, path })]);
  expect(judgement.asksAlways).toBe(true);
});

test.each([
  ["a commit", `echo hi >> f1; git ${GIT.map((it) => `'${it}'`).join(" ")} commit -qam m`],
  ["collecting garbage", "git gc -q"],
  ["notes", "mkdir -p notes/2026; echo a > notes/2026/a.md; mv f1 notes/; echo x >> f2"],
  ["links inside", "ln -s ../f1 sub/l; ln -s sub k"],
  [
    "code, shown first",
    "echo all: > Makefile; echo {} > package.json; echo '#!/bin/sh' > run.sh; chmod +x run.sh",
  ],
])("policies decide about %s", async (_, line) => {
  const { judgement } = await openRepository().call(SHELL(line));
  expect(judgement).toMatchObject({ asksAlways: false, facts: { doors: 0, outside: 0 } });
  expect(judgement.findings.filter(({ kind }) => kind !== "runs")).toEqual([]);
});

test("forty deletions are counted before anything is deleted", async () => {
  const { judgement } = await openRepository().call(SHELL("rm f*"));
  expect(judgement.facts).toMatchObject({ deleted: 40, created: 0, changed: 0 });
});

test.each([
  ["rmdir sub", { deleted: 1 }],
  ["echo x > sub/x; rm f1; mkdir new; mv sub/x new/", { created: 1, deleted: 1 }],
  ["rm -r old", { deleted: 1 }],
  ["mv old moved", { deleted: 0, moved: 1, created: 0 }],
  ["chmod 700 sub", { changed: 1 }],
  ["rm -r old; echo x > old", { changed: 1, deleted: 1 }],
  ["touch F1 \"$(printf '\\377')\"", { created: 2, names: 2, doors: 0 }],
])(
  "folders count where they are empty or have another mode, and names of their own: %s",
  async (...row) => {
    const [line, facts] = row;
    const scene = openRepository();
    await scene.asPerson(SHELL("rm -rf old; mkdir old; echo one > old/one"));
    const { judgement } = await scene.call(SHELL(line));
    expect(judgement.facts).toMatchObject(facts);
  },
);
