import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerOf, attack, makeFolder, payload, pythonTries, SECRET } from "../box.ts";
import { treeHash } from "../tree-hash.ts";

const MODES = ["ro", "rw", "scratch"] as const;

/** A folder with a secret that nobody gives to a box. */
const makeOutside = () => makeFolder({ "secret.txt": SECRET, "deep/secret.txt": SECRET });

describe.each(MODES)("links in a folder that is mounted %s", (mode) => {
  /** Links that were there before, to a secret that the program was not given. */
  function makeLinks(outside: string): string {
    const given = makeFolder({ "own.txt": "own" });
    const relative = join("..", outside.slice(tmpdir().length), "secret.txt");
    symlinkSync(relative, join(given, "relative"));
    symlinkSync(join(outside, "secret.txt"), join(given, "absolute"));
    symlinkSync(outside, join(given, "folder"));
    symlinkSync("loop-b", join(given, "loop-a"));
    symlinkSync("loop-a", join(given, "loop-b"));
    symlinkSync("/proc/self/root/etc/shadow", join(given, "by-proc"));
    return given;
  }
  const READ = {
    relative: "return open('/data/relative').read()",
    absolute: "return open('/data/absolute').read()",
    middle: "return open('/data/folder/secret.txt').read()",
    list: "return os.listdir('/data/folder')",
    write: "return open('/data/absolute', 'w').write('spoiled')",
    writeMiddle: "return open('/data/folder/new.txt', 'w').write('spoiled')",
    replace: "return os.rename('/data/own.txt', '/data/folder/secret.txt')",
    loop: "return open('/data/loop-a').read()",
    shadow: "return open('/data/by-proc').read()",
  };

  test("A11, A12, A13, A14: lead nowhere, for reading and for writing", async () => {
    const outside = makeOutside();
    const before = treeHash(outside);
    const given = makeLinks(outside);
    const said = await answerOf<Record<string, string>>(payload.python(pythonTries(READ)), {
      mounts: [{ source: given, target: "/data", mode }],
    });
    const { loop, ...others } = said;
    expect(new Set(Object.values(others))).toEqual(new Set(["ENOENT"]));
    expect(treeHash(outside)).toBe(before);
  });

  test("A15: that go in circles end with an error", async () => {
    const said = await answerOf(payload.python(pythonTries({ loop: READ.loop })), {
      mounts: [{ source: makeLinks(makeOutside()), target: "/data", mode }],
    });
    expect(said).toEqual({ loop: "ELOOP" });
  });
});

describe("what a program leaves in a folder", () => {
  test("A12, A18: a link to the outside is a link, and never followed by us", async () => {
    const [outside, given] = [makeOutside(), makeFolder()];
    await attack(payload.shell('ln -s "$1" /data/link; ln -s "$1/secret.txt" /data/a', outside), {
      mounts: [{ source: given, target: "/data", mode: "rw" }],
    });
    expect(lstatSync(join(given, "link")).isSymbolicLink()).toBe(true);
    const before = treeHash(outside);
    // The next program is given a copy of it: of the link, not of what it leads to.
    const { stdout } = await attack(payload.shell("cat /data/a; ls /data/link/; true"), {
      mounts: [{ source: given, target: "/data", mode: "scratch" }],
    });
    expect(stdout).toBe("");
    expect(treeHash(outside)).toBe(before);
  });

  test("A12: a scratch folder that is a link itself is copied, not opened", async () => {
    const real = makeFolder({ "a.txt": "as it was" });
    const link = join(makeFolder(), "link");
    symlinkSync(real, link);
    const { stdout } = await attack(payload.shell("cat /data/a.txt; echo spoiled > /data/a.txt"), {
      mounts: [{ source: link, target: "/data", mode: "scratch" }],
    });
    expect(stdout).toBe("as it was");
    expect(readFileSync(join(real, "a.txt"), "utf8")).toBe("as it was");
  });

  test("A19: it makes no hard link to what it was given to read, and none across", async () => {
    const [read, write] = [makeFolder({ "a.txt": "as it was" }), makeFolder({ "b.txt": "b" })];
    const said = await answerOf(
      payload.python(
        pythonTries({
          across: "return os.link('/read/a.txt', '/write/link')",
          same: "return os.link('/read/a.txt', '/read/link')",
          system: "return os.link('/etc/ssl/openssl.cnf', '/write/link')",
          byDescriptor:
            "return os.link(f'/proc/self/fd/{os.open(\"/read/a.txt\", os.O_RDONLY)}', '/write/link')",
        }),
      ),
      {
        mounts: [
          { source: read, target: "/read", mode: "ro" },
          { source: write, target: "/write", mode: "rw" },
        ],
      },
    );
    expect(said).toEqual({
      across: "EXDEV",
      same: "EROFS",
      system: "EXDEV",
      byDescriptor: "EXDEV",
    });
    expect(statSync(join(read, "a.txt")).nlink).toBe(1);
    expect(readdirSync(write)).toEqual(["b.txt"]);
  });

  test("A19: a file with a second name outside is changed in its copy alone", async () => {
    const [outside, given] = [makeFolder({ "a.txt": "as it was" }), makeFolder()];
    linkSync(join(outside, "a.txt"), join(given, "link.txt"));
    await attack(payload.shell("echo spoiled > /data/link.txt"), {
      mounts: [{ source: given, target: "/data", mode: "scratch" }],
    });
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("as it was");
  });

  test("A21: pipes, sockets and devices stop neither a copy nor a program", async () => {
    const given = makeFolder({ "a.txt": "a" });
    await attack(payload.shell("mkfifo /data/pipe"), {
      mounts: [{ source: given, target: "/data", mode: "rw" }],
    });
    expect(lstatSync(join(given, "pipe")).isFIFO()).toBe(true);
    const server = createServer().listen(join(given, "socket"));
    onTestFinished(() => void server.close());
    const { stdout } = await attack(payload.shell("ls /data"), {
      mounts: [{ source: given, target: "/data", mode: "scratch" }],
    });
    expect(stdout).toBe("a.txt\n");
  });

  test("A21: no device can be made, and one that is there cannot be opened", async () => {
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          disk: "return os.mknod('/data/disk', 0o600 | stat.S_IFBLK, os.makedev(254, 0))",
          memory: "return os.mknod('/tmp/mem', 0o600 | stat.S_IFCHR, os.makedev(1, 1))",
          kernel: "return os.open('/dev/kmsg', os.O_RDONLY)",
          fuse: "return os.open('/dev/fuse', os.O_RDWR)",
          virtual: "return os.open('/dev/kvm', os.O_RDWR)",
        }),
      ),
      { mounts: [{ source: makeFolder(), target: "/data", mode: "rw" }] },
    );
    expect(said).toEqual({
      disk: "EPERM",
      memory: "EPERM",
      kernel: "ENOENT",
      fuse: "ENOENT",
      virtual: "ENOENT",
    });
  });

  test("A24, A44: whatever it is called, however deep and however closed, it is removed", async () => {
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith("capstan-scratch-"));
    const before = new Set(ours());
    const { exitCode, stderr } = await attack(
      payload.python(`
import os
os.chdir("/data")
open("line\\nbreak\\x1b[2J", "w").close()
os.mkdir("closed", 0o700); open("closed/x", "w").close(); os.chmod("closed", 0)
for _ in range(3000):
    os.mkdir("x" * 20); os.chdir("x" * 20)
open("last", "w").close()
`),
      { mounts: [{ source: makeFolder(), target: "/data", mode: "scratch" }] },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(ours().filter((name) => !before.has(name))).toEqual([]);
  });

  test("A35: a scratch folder is as it was, whatever is done to its copy", async () => {
    const given = makeFolder({ "a.txt": "a", "b/c.txt": "c", "b/d.txt": "d" });
    symlinkSync("a.txt", join(given, "link"));
    chmodSync(join(given, "b/d.txt"), 0o600);
    const before = treeHash(given);
    const { exitCode, stdout, stderr } = await attack(
      payload.python(`
import os, shutil
os.chdir("/data")
with open("a.txt", "w") as file:
    file.write("changed"); file.flush(); os.fsync(file.fileno())
os.rename("b/c.txt", "moved.txt")
os.unlink("b/d.txt")
os.utime("a.txt", (0, 0))
os.chmod("a.txt", 0o777)
os.unlink("link")
shutil.rmtree("b")
open("new.txt", "w").write("new")
os.sync()
print(sorted(os.listdir(".")))
`),
      { mounts: [{ source: given, target: "/data", mode: "scratch" }] },
    );
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "['a.txt', 'moved.txt', 'new.txt']\n",
      stderr: "",
    });
    expect(treeHash(given)).toBe(before);
  });
});

describe("the system's own places", () => {
  const SHELL = `for path in "$1" "/proc/self/root$1" "/proc/1/root$1" "/proc/self/cwd/../..$1" \\
    /proc/self/fd/*/"$1" /dev/fd/../..$1 "/proc/self/task/1/root$1"; do cat "$path"; done 2>/dev/null; true`;

  test("A20: /proc leads to the box, in every language", async () => {
    const secret = join(makeOutside(), "secret.txt");
    const { stdout } = await attack(payload.shell(SHELL, secret));
    expect(stdout).toBe("");
    const python = `
import glob, sys
for root in glob.glob("/proc/*/root") + glob.glob("/proc/*/cwd") + glob.glob("/proc/*/fd/*"):
    try: print(open(root + sys.argv[1]).read())
    except OSError: pass`;
    expect((await attack(payload.python(python, secret))).stdout).toBe("");
    const javascript = `
const fs = require("node:fs");
for (const pid of fs.readdirSync("/proc")) for (const place of ["root", "cwd", "exe"]) {
  try { console.log(fs.readFileSync("/proc/" + pid + "/" + place + process.argv[1], "utf8")); } catch {}
}`;
    expect((await attack(payload.javascript(javascript, secret))).stdout).toBe("");
  });

  test("A20: the environment of every process in the box is the box's", async () => {
    process.env.CAPSTAN_BOX_SECRET = SECRET;
    onTestFinished(() => void delete process.env.CAPSTAN_BOX_SECRET);
    const { stdout } = await attack(
      payload.shell("cat /proc/1/environ /proc/*/environ | tr '\\0' '\\n'; cat /proc/1/cmdline"),
      { env: { ONLY: "this", PATH: "/usr/bin:/bin" } },
    );
    const names = stdout.split("\n").flatMap((line) => /^([A-Za-z_]+)=/.exec(line)?.[1] ?? []);
    expect(names).toContain("ONLY");
    expect(names.filter((name) => !["ONLY", "PATH", "PWD"].includes(name))).toEqual([]);
    expect(stdout).not.toContain(tmpdir());
  });

  test("A20: no setting of the kernel can be changed, nor anything else that /proc shows", async () => {
    const settings = ["core_pattern", "hostname", "pid_max", "threads-max"].map((name) =>
      readFileSync(`/proc/sys/kernel/${name}`, "utf8"),
    );
    const opened = await answerOf<string[]>(
      payload.python(`
import json, os
opened = []
for base, folders, files in os.walk("/proc"):
    for name in files:
        path = os.path.join(base, name)
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK)); opened.append(path)
        except OSError: pass
# What a descriptor leads to is not in /proc.
print(json.dumps([p for p in opened if "/fd/" not in p]))
`),
    );
    expect(opened).toEqual([]);
    const { stderr } = await attack(
      payload.shell(
        "echo '|/bin/sh' > /proc/sys/kernel/core_pattern; echo 1 > /proc/sys/vm/drop_caches; echo b > /proc/sysrq-trigger",
      ),
    );
    expect(stderr.match(/cannot create/g)).toHaveLength(3);
    expect(stderr.match(/Read-only file system/g)?.length).toBeGreaterThanOrEqual(2);
    for (const [index, name] of ["core_pattern", "hostname", "pid_max", "threads-max"].entries()) {
      expect(readFileSync(`/proc/sys/kernel/${name}`, "utf8")).toBe(settings[index]);
    }
  });

  test("A1, A3: nothing of the host's people, settings and homes is there", async () => {
    const { stdout } = await attack(
      payload.shell(
        "ls / /etc /home /root /var /run /sys /opt /srv /mnt /media /boot 2>/dev/null; cat /etc/passwd /etc/shadow /etc/hostname 2>/dev/null; true",
      ),
    );
    expect(stdout).toContain(`user:x:${process.getuid?.()}:`);
    expect(stdout).not.toMatch(/shadow|machine-id|root:|hostname|ssh\b|docker/);
    for (const folder of ["/root:", "/var:", "/sys:", "/opt:", "/boot:"]) {
      expect(stdout).not.toContain(folder);
    }
  });

  test("A14: nothing that is shared with the host can be written", async () => {
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          usr: "return open('/usr/bin/capstan-was-here', 'w')",
          lib: "return open('/usr/lib/os-release', 'r+b')",
          certificates: "return open('/etc/ssl/certs/new.pem', 'w')",
          users: "return open('/etc/passwd', 'a')",
          preload: "return open('/etc/ld.so.preload', 'w')",
          node: "return open('/run/capstan/bin/node', 'r+b')",
          root: "return os.mkdir('/new')",
          chmod: "return os.chmod('/usr/bin/env', 0o777)",
          devices: "return open('/dev/new', 'w')",
          null: "return os.unlink('/dev/null')",
          rename: "return os.rename('/etc/passwd', '/etc/passwd2')",
          times: "return os.utime('/usr/bin/env')",
          attribute: "return os.setxattr('/usr/bin/env', 'user.x', b'x')",
        }),
      ),
    );
    const { rename, null: device, node, ...others } = said;
    expect(new Set(Object.values(others))).toEqual(new Set(["EROFS"]));
    for (const refused of [rename, device]) expect(["EROFS", "EBUSY", "EXDEV"]).toContain(refused);
    // The host runs it just now.
    expect(["EROFS", "ETXTBSY"]).toContain(node);
    expect(existsSync("/usr/bin/capstan-was-here")).toBe(false);
  });

  test("A14: a writable folder inside a read-only one opens nothing of the latter", async () => {
    const [outer, inner] = [makeFolder({ "a.txt": "as it was", "in/x": "" }), makeFolder()];
    const before = readFileSync(join(outer, "a.txt"), "utf8");
    const said = await answerOf(
      payload.python(
        pythonTries({
          inner: "return open('/data/in/new', 'w').write('x')",
          outer: "return open('/data/a.txt', 'w')",
          up: "return open('/data/in/../a.txt', 'w')",
          byDescriptor:
            "fd = os.open('/data/in', os.O_RDONLY)\nreturn os.open('../a.txt', os.O_WRONLY, dir_fd=fd)",
          move: "return os.rename('/data/in', '/data/in2')",
        }),
      ),
      {
        mounts: [
          { source: inner, target: "/data/in", mode: "rw" },
          { source: outer, target: "/data", mode: "ro" },
        ],
      },
    );
    expect(said).toMatchObject({ inner: "did: 1", outer: "EROFS", up: "EROFS" });
    expect(said).toMatchObject({ byDescriptor: "EROFS", move: expect.stringMatching(/^E/) });
    expect(readFileSync(join(outer, "a.txt"), "utf8")).toBe(before);
  });
});

test("A30: the usual programs leave no set-id file", async () => {
  const given = makeFolder({ "a.txt": "a" });
  writeFileSync(join(given, "tool"), "#!/bin/sh\n", { mode: 0o755 });
  await attack(
    payload.shell(
      "chmod u+s /data/tool; chmod 6755 /data/tool; install -m 4755 /bin/sh /data/sh; cp -p /usr/bin/passwd /data/; umask 0; mkdir -m 2777 /data/d; true",
    ),
    { mounts: [{ source: given, target: "/data", mode: "rw" }] },
  );
  for (const name of readdirSync(given)) {
    expect(`${name} ${lstatSync(join(given, name)).mode & 0o6000}`).toBe(`${name} 0`);
  }
});
