import { existsSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { boxedPrograms, openIsolation } from "../../src/app/open-isolation.ts";
import type { JsonValue } from "../../src/base/json.ts";
import { eraseSession } from "../../src/engine/sessions/erase-session.ts";
import { createCodeExecutor } from "../../src/features/programs/code-executor.ts";
import { createCommandExecutor } from "../../src/features/programs/command-executor.ts";
import { createWarmProcesses } from "../../src/features/programs/warm-processes.ts";
import type { Outcome } from "../../src/schema/outcome.ts";
import { makeRequest } from "../../src/testing/executor-contract.ts";
import { makeFolder, SECRET } from "../box.ts";
import { openHarness } from "../harness.ts";

const CODE = "builtin:sandbox:execute_code";

/** A session whose files a stranger's program works on. */
async function openSession(limits: Record<string, number> = {}) {
  const workspaceFolder = join(makeFolder(), "workspaces");
  const harness = await openHarness({ profile: "auto", workspaceFolder, limits });
  onTestFinished(() => harness.close());
  const { id } = await harness.openSession();
  const files = harness.engine.filesOf(id);
  const run = (language: string, code: string): Promise<Outcome> =>
    harness.invoke(CODE, { language, code }, { sessionId: id });
  const paths = async () =>
    (await files.list("/", { recursive: true })).map(({ path }) => path).sort();
  const read = async (path: string) =>
    Buffer.from(await files.read(path, 0, 1_000_000)).toString("utf8");
  const write = (path: string, text: string) => files.write(path, Buffer.from(text));
  return { harness, id, files, run, paths, read, write, folder: join(workspaceFolder, id) };
}

const printed = ({ outputs }: Outcome) => String((outputs as { stdout: JsonValue }).stdout);

describe("what a program leaves in its workspace", () => {
  test("X17, P30, P32: files come and go with the outcome, and are artifacts of it", async () => {
    const { run, write, paths, read, harness, id } = await openSession();
    await write("/notes/a.txt", "one");
    await write("/old.txt", "old");
    const outcome = await run(
      "shell",
      "pwd; cat notes/a.txt; echo two >> notes/a.txt; rm old.txt; echo x > outputs/new.md; mkdir empty",
    );
    expect(outcome).toMatchObject({
      state: "completed",
      artifacts: [
        { path: "/notes/a.txt", type: "file", mime: "text/plain", sizeBytes: 7 },
        { path: "/outputs/new.md", type: "file", mime: "text/markdown", sizeBytes: 2 },
      ],
    });
    expect(outcome.notes).toBeUndefined();
    expect(printed(outcome)).toBe("/workspace\none");
    expect(await paths()).toEqual([
      "/empty",
      "/notes",
      "/notes/a.txt",
      "/outputs",
      "/outputs/new.md",
    ]);
    expect(await read("/notes/a.txt")).toBe("onetwo\n");
    const events = await harness.store.sessions.events(id, { since: 0, limit: 100, offset: 0 });
    expect(events.items.filter(({ type }) => type === "artifact.created")).toHaveLength(2);
    // The next one finds it, and what a tool wrote meanwhile.
    await write("/later.txt", "later");
    expect(printed(await run("python", "import os; print(sorted(os.listdir('.')))"))).toBe(
      "['empty', 'later.txt', 'notes', 'outputs']\n",
    );
  });

  test("A30: no set-id bit comes back, an execute bit does", async () => {
    const { run, write, files, folder, harness, id } = await openSession();
    await write("/plain.sh", "echo ran");
    const outcome = await run(
      "python",
      `import os, shutil
open('tool.sh', 'w').write('#!/bin/sh\\necho from tool')
os.chmod('tool.sh', 0o755)
open('grab', 'w').write('x')
for mode in (0o4777, 0o2777, 0o1777):
    try: os.chmod('grab', mode)
    except OSError as error: print(error.errno)
os.chmod('plain.sh', 0o700)`,
    );
    expect(outcome.state).toBe("completed");
    expect(await harness.store.files.get(id, "/tool.sh")).toMatchObject({ executable: true });
    expect(await harness.store.files.get(id, "/plain.sh")).toMatchObject({ executable: true });
    expect(printed(await run("shell", "./tool.sh; ls -l grab | cut -c1-10"))).toMatch(
      /^from tool\n-rw[x-]------\n$/,
    );
    for (const name of readdirSync(folder)) {
      expect(lstatSync(join(folder, name)).mode & 0o7077).toBe(0);
    }
    // A copy over the same path by somebody else keeps it.
    await files.write("/tool.sh", Buffer.from("#!/bin/sh\necho again"));
    expect(printed(await run("shell", "./tool.sh"))).toBe("again\n");
  });

  test("A32: the folders are nobody else's, and a link at their place is not followed", async () => {
    const { run, folder } = await openSession();
    await run("shell", "mkdir -m 777 sub; echo x > sub/x");
    await run("shell", "true");
    for (const path of [folder, join(folder, "sub"), join(folder, "outputs"), join(folder, "..")]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  });

  test("A21: links, pipes, sockets and second names never come back, and nothing hangs", async () => {
    const outside = makeFolder({ "secret.txt": SECRET });
    const { run, write, paths, read } = await openSession();
    await write("/a.txt", "a");
    await write("/b.txt", "b");
    const outcome = await run(
      "python",
      `import os, socket
os.symlink('${outside}/secret.txt', 'link.txt')
os.symlink('/etc', 'dir')
os.remove('a.txt'); os.symlink('/etc/passwd', 'a.txt')
os.mkfifo('pipe')
os.link('b.txt', 'second.txt')
try: socket.socket(socket.AF_UNIX).bind('socket')
except OSError: pass
open('kept.txt', 'w').write('kept')`,
    );
    expect(outcome.state).toBe("completed");
    expect(outcome.artifacts.map(({ path }) => path)).toEqual(["/kept.txt"]);
    const notes = outcome.notes?.join("\n") ?? "";
    for (const said of ["/link.txt is a link", "/dir is a link", "/pipe is a pipe"]) {
      expect(notes).toContain(said);
    }
    expect(notes).toContain("/second.txt is a file with several names: it was not kept.");
    expect(await paths()).toEqual(["/a.txt", "/b.txt", "/kept.txt"]);
    expect(await read("/a.txt")).toBe("a");
    expect(printed(await run("shell", "cat a.txt b.txt; ls"))).toBe(
      "aba.txt\nb.txt\nkept.txt\noutputs\n",
    );
  });

  test("node_modules and .git are not kept, and that is said once", async () => {
    const { run, paths } = await openSession();
    const outcome = await run(
      "shell",
      "mkdir -p a/node_modules/x .git/objects; echo 1 > a/node_modules/x/i.js; echo 2 > .git/HEAD; echo 3 > a/own.js",
    );
    expect(outcome.notes).toHaveLength(1);
    expect(outcome.notes?.[0]).toContain("not kept between calls");
    expect(await paths()).toEqual(["/a", "/a/own.js"]);
    expect(printed(await run("shell", "ls -A . a"))).toBe(".:\na\noutputs\n\na:\nown.js\n");
  });

  test("X23: a secret that a program writes down is hidden in the file, and in no file's name", async () => {
    const { harness, run, read, paths } = await openSession();
    const value = "sk-a-very-secret-value-123456";
    harness.gate.redactor.register("KEY", value);
    const outcome = await run("shell", `echo "key ${value} end" > a.txt; echo x > ${value}.txt`);
    expect(outcome.state).toBe("completed");
    expect(await read("/a.txt")).not.toContain(value);
    expect(await paths()).toEqual(["/a.txt"]);
    expect(JSON.stringify(outcome)).not.toContain(value);
    expect(printed(await run("shell", "cat a.txt"))).not.toContain(value);
  });
});

describe("a program that fills its workspace", () => {
  test("A49: is ended, says so, and leaves nothing", async () => {
    const { run, write, paths, folder } = await openSession({
      file_bytes: 50_000_000,
      session_bytes: 20_000_000,
    });
    await write("/a.txt", "a");
    const outcome = await run(
      "shell",
      "echo y > a.txt; n=0; while [ $n -lt 300 ]; do head -c 1000000 /dev/zero > f$n; n=$((n+1)); sleep 0.01; done",
    );
    expect(outcome.state).toBe("failed");
    expect(outcome.error).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(outcome.error?.message).toMatch(/more than the 20000000 bytes.*Nothing that it wrote/);
    expect(await paths()).toEqual(["/a.txt"]);
    expect(printed(await run("shell", "cat a.txt; ls"))).toBe("aa.txt\noutputs\n");
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("A49: by many files, or by folders without end, or where nobody looks", async () => {
    const { run, paths } = await openSession({ session_files: 50 });
    for (const code of [
      "n=0; while :; do : > f$n; n=$((n+1)); done",
      "while :; do mkdir d && cd d; done",
      "mkdir node_modules; cd node_modules; n=0; while :; do : > f$n; n=$((n+1)); done",
    ]) {
      const outcome = await run("shell", code);
      expect(outcome.error).toMatchObject({ code: "FILE_TOO_LARGE" });
      expect(await paths()).toEqual([]);
    }
  });

  test("A49: one that was too quick to be ended is refused all the same", async () => {
    const { run, paths } = await openSession({ file_bytes: 2_000, session_bytes: 5_000 });
    for (const code of [
      "head -c 3000 /dev/zero > one",
      "for n in 1 2 3; do head -c 1900 /dev/zero > f$n; done",
    ]) {
      expect((await run("shell", code)).error).toMatchObject({ code: "FILE_TOO_LARGE" });
      expect(await paths()).toEqual([]);
    }
    expect((await run("shell", "echo x > small")).artifacts).toHaveLength(1);
  });
});

describe("who may change a workspace", () => {
  test("P36: a call that only reads cannot write to it, and one that runs dry changes nothing", async () => {
    const { harness, id, write, read, paths } = await openSession();
    await write("/a.txt", "a");
    const noHosts = { open: () => Promise.reject(new Error("There is no way out.")) };
    const warm = createWarmProcesses({ most: 0, maxAgeMs: 1 });
    const parts = {
      isolation: openIsolation({ setting: "auto", proxy: noHosts, env: process.env }),
      programs: boxedPrograms(),
      workspaces: harness.engine.workspaces,
    };
    const executor = createCommandExecutor({
      ...parts,
      secretFor: () => "",
      layOut: async () => "",
    });
    const { context, ...request } = makeRequest();
    const readOnly = { ...request.tool.behaviour, readOnly: true };
    const args = ["-c", "cat a.txt; echo x > a.txt; echo x > outputs/b"];
    const result = await executor.execute({
      ...request,
      tool: { ...request.tool, behaviour: readOnly },
      execution: {
        type: "command",
        call: { command: "sh", args, timeout_s: 20, cwd: "workspace" },
      },
      context: { ...context, sessionId: id },
    });
    expect(result).toMatchObject({ state: "completed", outputs: { stdout: "a" } });
    expect(JSON.stringify(result.outputs)).toContain("Read-only file system");
    expect(result.keep).toBeUndefined();
    const dry = await createCodeExecutor({ ...parts, warm }).execute({
      ...request,
      inputs: { language: "shell", code: `${args[1]}; cat a.txt outputs/b` },
      context: { ...context, sessionId: id, dryRun: true },
    });
    expect(dry).toMatchObject({ state: "completed", outputs: { stdout: "ax\nx\n" } });
    expect(dry.keep).toBeUndefined();
    expect(await read("/a.txt")).toBe("a");
    expect(await paths()).toEqual(["/a.txt"]);
  });

  test("X38: one that was cut short has changed nothing", async () => {
    const { harness, id, write, read } = await openSession();
    await write("/a.txt", "a");
    const stop = new AbortController();
    const running = harness.invoke(
      CODE,
      { language: "shell", code: "echo changed > a.txt; echo ready; sleep 30" },
      { sessionId: id, signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 700);
    expect((await running).state).toBe("failed");
    expect(await read("/a.txt")).toBe("a");
    const next = await harness.invoke(
      CODE,
      { language: "shell", code: "cat a.txt" },
      { sessionId: id },
    );
    expect(printed(next)).toBe("a");
  });

  test("a session that is erased takes its folder along, and no other session sees it", async () => {
    const { harness, run, folder } = await openSession();
    await run("shell", "echo mine > a.txt");
    const other = await harness.openSession();
    const seen = await harness.invoke(
      CODE,
      { language: "shell", code: "ls; ls .." },
      { sessionId: other.id },
    );
    expect(printed(seen)).not.toContain("a.txt");
    expect(existsSync(folder)).toBe(true);
    const id = folder.slice(folder.lastIndexOf("/") + 1);
    await eraseSession(harness.engine, id, { id: "prn_owner", scopes: [] });
    expect(existsSync(folder)).toBe(false);
    // One whose session is gone, by whoever's doing.
    const left = join(folder, "../session_01980000-0000-7000-8000-00000000dead");
    mkdirSync(left);
    await harness.engine.workspaces.tidy();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(join(folder, "..", other.id))).toBe(true);
  });
});
