import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  CALL,
  hubTools,
  npmAt,
  packTree,
  serveFolder,
  temporary,
} from "../../../../test/hub-tools.ts";
import { createWebClient } from "../../../sandbox/network/create-web-client.ts";
import { serve } from "../../../sandbox/network/testing/serve.ts";
import { makeTar } from "../../bundles/testing/make-tar.ts";
import { makeTree, treeOf } from "../../bundles/testing/make-tree.ts";
import { digestOf } from "../index/hub-files.ts";
import { fetchCommit } from "./from-git.ts";

const FILES = packTree("1.0.0", "Hello.", {
  "package.json": JSON.stringify({
    name: "greeter-pack",
    version: "1.0.0",
    scripts: { postinstall: "node steal.js" },
  }),
});
const TARBALL = makeTar(
  Object.entries(FILES).map(([name, content]) => ({ name: `package/${name}`, content })),
);

test("a folder, an archive and a URL are one bundle, with the digest of what came", async () => {
  const folder = makeTree(FILES);
  const served = temporary();
  writeFileSync(join(served, "greeter.tgz"), TARBALL);
  const server = await serveFolder(served);
  const { client } = hubTools([server.host]);
  const url = `${server.url}/greeter.tgz`;
  const steps: string[] = [];
  const call = { ...CALL, onProgress: ({ says }: { says: string }) => void steps.push(says) };
  const all = await Promise.all([
    client.fetchBundle({ type: "folder", path: folder }, CALL),
    client.fetchBundle({ type: "archive", bytes: TARBALL }, CALL),
    client.fetchBundle({ type: "url", url, digest: digestOf(TARBALL) }, call),
    client.fetchBundle({ type: "npm", spec: url }, CALL),
    client.fetchBundle({ type: "npm", spec: join(served, "greeter.tgz") }, CALL),
  ]);
  expect(new Set(all.map(({ read }) => read.bundle.digest)).size).toBe(1);
  expect(all.map(({ archiveDigest }) => archiveDigest)).toEqual([
    null,
    ...Array(4).fill(digestOf(TARBALL)),
  ]);
  expect(steps).toEqual([`Fetching ${url}`]);
  const other = { type: "url", url, digest: `sha256:${"0".repeat(64)}` } as const;
  await expect(client.fetchBundle(other, CALL)).rejects.toMatchObject({ code: "HUB_DIGEST_WRONG" });
});

test("a URL that leads to another host is refused", async () => {
  await using other = await serve((_, response) => response.end(TARBALL));
  await using server = await serve((_, response) =>
    response.writeHead(302, { location: other.url }).end(),
  );
  const { client } = hubTools([server.host, other.host]);
  await expect(client.fetchBundle({ type: "url", url: server.url }, CALL)).rejects.toMatchObject({
    code: "HUB_INVALID",
    message: expect.stringMatching(/leads to another host/),
  });
});

/** A registry with one package, whose bytes may be others than it says. */
async function registry(bytes: Uint8Array) {
  const integrity = `sha512-${createHash("sha512").update(TARBALL).digest("base64")}`;
  const server = await serve((request, response) => {
    if (request.url?.endsWith(".tgz")) return response.end(bytes);
    if (!request.url?.startsWith("/greeter-pack")) return response.writeHead(404).end("{}");
    const dist = { integrity, tarball: `${server.url}greeter-pack/-/greeter-pack-1.0.0.tgz` };
    const version = { name: "greeter-pack", version: "1.0.0", dist };
    const tags = { "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "greeter-pack", ...tags }));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return hubTools([], { npm: npmAt(server.url) });
}

test("A59: a package comes as its registry has it, and no script of it runs", async () => {
  const { client, tools } = await registry(TARBALL);
  const { read, from } = await client.fetchBundle({ type: "npm", spec: "greeter-pack" }, CALL);
  expect(from).toBe("npm:greeter-pack@1.0.0");
  expect(treeOf(read)).toEqual(FILES);
  expect(readdirSync(tools.scratch)).toEqual([]);
  expect(client.findings(read)).toContainEqual(
    expect.objectContaining({
      kind: "install_script",
      places: [{ path: "package.json", line: 1 }],
    }),
  );
}, 60_000);

test("a package that was changed is refused", async () => {
  const { client } = await registry(makeTar([{ name: "package/SKILL.md", content: "evil" }]));
  const fetched = client.fetchBundle({ type: "npm", spec: "greeter-pack@^1.0.0" }, CALL);
  await expect(fetched).rejects.toMatchObject({
    message: expect.stringMatching(/integrity/i),
  });
}, 60_000);

test.each(["git+https://example.com/x", "github:a/b", "a/b", "../folder", "x@file:../y", "--flag"])(
  "what npm would clone, build or link is no package: %s",
  async (spec) => {
    const { client } = hubTools();
    await expect(client.fetchBundle({ type: "npm", spec }, CALL)).rejects.toMatchObject({
      message: expect.stringMatching(/no package of a registry/),
    });
  },
);

/** A repository with one commit, a hook, and settings that would run something. */
function repository() {
  const folder = makeTree({ ...FILES, "packs/other/SKILL.md": "x", ".gitattributes": "* text" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  return { folder, git, commit: git("rev-parse", "HEAD") };
}

test("a commit is read by its whole id, a folder of it as well", async () => {
  const { folder, commit, git } = repository();
  git("config", "uploadpack.packObjectsHook", "/bin/false");
  const { client } = hubTools();
  const origin = { type: "git", repository: folder, commit } as const;
  const { read, from } = await client.fetchBundle(origin, CALL);
  expect(treeOf(read)["SKILL.md"]).toBe(FILES["SKILL.md"]);
  expect(from).toBe(`git:${folder}#${commit}`);
  const inside = await client.fetchBundle({ ...origin, folder: "packs/other" }, CALL);
  expect(treeOf(inside.read)).toEqual({ "SKILL.md": "x" });
});

test("F19, A130: git reaches the address that was checked, and resolves no name itself", async () => {
  const { folder, commit, git } = repository();
  git("update-server-info");
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push(request.headers.host ?? "");
    const path = join(folder, ".git", new URL(request.url ?? "/", "http://x").pathname.slice(1));
    if (!existsSync(path)) return response.writeHead(404).end();
    createReadStream(path).pipe(response);
  });
  const place = `given.test:${new URL(server.url).port}`;
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const web = createWebClient({ allowHosts: [place], lookup });
  const { client } = hubTools([], { web });
  const origin = { type: "git", repository: `http://${place}`, commit } as const;
  // It serves no single commits: that it was asked, by this name, is what counts.
  await expect(client.fetchBundle(origin, CALL)).rejects.toMatchObject({ code: "HUB_INVALID" });
  expect(asked).toContain(place);
  expect(lookups).toBe(1);
  const elsewhere = createWebClient({ allowHosts: [], lookup });
  const refused = hubTools([], { web: elsewhere }).client.fetchBundle(origin, CALL);
  await expect(refused).rejects.toMatchObject({ code: "HOST_REFUSED" });
});

test("a link in a commit is refused, wherever it leads", async () => {
  const { folder, git } = repository();
  symlinkSync("/etc/passwd", join(folder, "link"));
  git("add", ".");
  git("commit", "--quiet", "-m", "two");
  const { client } = hubTools();
  const origin = { type: "git", repository: folder, commit: git("rev-parse", "HEAD") } as const;
  await expect(client.fetchBundle(origin, CALL)).rejects.toMatchObject({
    code: "BUNDLE_INVALID",
    message: expect.stringMatching(/"link" is a link/),
  });
});

const COMMIT = "0".repeat(40);

test.each([
  ["a branch", { repository: "/x", commit: "main" }, /whole id of a commit/],
  ["a program as its protocol", { repository: "ext::sh -c x", commit: COMMIT }, /https address/],
  ["an option", { repository: "--upload-pack=x", commit: COMMIT }, /https address/],
  ["a folder outside", { repository: "/x", commit: COMMIT, folder: "a/../.." }, /no folder/],
  ["a private address", { repository: "http://127.0.0.1:1/x", commit: COMMIT }, /private|refused/i],
  ["a repository that is not there", { repository: "/nowhere", commit: COMMIT }, /git did not/],
])("git is not asked for %s", async (_, origin, message) => {
  const { client } = hubTools();
  const fetched = client.fetchBundle({ type: "git", ...origin }, CALL);
  await expect(fetched).rejects.toMatchObject({ message: expect.stringMatching(message) });
});

test("A34: git is stopped while it fetches more than it may, and says how much has come", async () => {
  const { folder, commit } = repository();
  const steps: string[] = [];
  const call = { ...CALL, onProgress: ({ says }: { says: string }) => void steps.push(says) };
  const origin = { type: "git", repository: folder, commit } as const;
  const tooLarge = { code: "HUB_INVALID", message: expect.stringMatching(/more than \d+ bytes/) };
  const { tools } = hubTools();
  await expect(fetchCommit(tools, origin, call, 100)).rejects.toMatchObject(tooLarge);
  // One that would never come to an end by itself.
  const git = join(temporary(), "git");
  const endless = "while :; do head -c 300000 /dev/zero >> repository.git/pack; sleep 0.1; done";
  const script = `#!/bin/sh\ncase "$*" in *" fetch "*) ${endless};; *) mkdir -p repository.git;; esac\n`;
  writeFileSync(git, script, { mode: 0o755 });
  const slow = fetchCommit({ ...tools, git }, origin, call, 1_000_000);
  await expect(slow).rejects.toMatchObject(tooLarge);
  expect(steps).toContainEqual(expect.stringMatching(/^Fetching \w{12} from .*: [01]\.\d MB$/));
  expect(readdirSync(tools.scratch)).toEqual([]);
});

test("a slow server is waited for, with what has come", async () => {
  await using server = await serve((_, response) => {
    response.write(Buffer.alloc(150_000));
    setTimeout(() => response.end(Buffer.alloc(100_000)), 50);
  });
  const steps: string[] = [];
  const call = { ...CALL, onProgress: ({ says }: { says: string }) => void steps.push(says) };
  const fetched = hubTools([server.host]).client.fetchBundle(
    { type: "url", url: server.url },
    call,
  );
  await expect(fetched).rejects.toMatchObject({ message: expect.stringMatching(/neither a zip/) });
  const all = [server.url, `${server.url}: 0.1 MB`, `${server.url}: 0.2 MB`];
  expect(steps).toEqual(all.map((one) => `Fetching ${one}`));
});

test("without git a commit says so", async () => {
  const { client } = hubTools([], { git: null });
  const fetched = client.fetchBundle({ type: "git", repository: "/x", commit: COMMIT }, CALL);
  await expect(fetched).rejects.toMatchObject({ code: "PROGRAM_MISSING" });
});
