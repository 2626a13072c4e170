import { randomUUID } from "node:crypto";
import { lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  CHECKED_CALLS,
  MODE_CALLS,
  numberOf,
  REFUSED_CALLS,
  UNCOUNTED_CALLS,
  UNREADABLE_CALLS,
} from "../../src/sandbox/bubblewrap/system-calls.ts";
import { answerOf, attack, makeFolder, payload, pythonTries, survivors } from "../box.ts";

const PROCESSOR = process.arch === "arm64" ? "arm64" : "x64";
const numberIn = (call: readonly [number, number | null]) => numberOf(call, PROCESSOR) ?? -1;

describe("system calls", () => {
  test("A50: namespaces, mounts, other processes and doors to the kernel are refused", async () => {
    const { unshare, setns, mount, ptrace, bpf, userfaultfd, keyctl } = REFUSED_CALLS;
    const { io_uring_setup, perf_event_open, open_tree, fsopen, process_vm_writev } = REFUSED_CALLS;
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          ...Object.fromEntries(
            [
              0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000, 0x80,
            ].map((flag) => [`unshare ${flag}`, `return call(${numberIn(unshare)}, ${flag})`]),
          ),
          clone: `return call(${numberIn(CHECKED_CALLS.clone)}, ${0x10000000 | 17}, 0, 0, 0, 0)`,
          clone3: `return call(${numberIn(UNREADABLE_CALLS.clone3)}, bytes(88), 88)`,
          setns: `return call(${numberIn(setns)}, os.open('/proc/1/ns/user', os.O_RDONLY), 0)`,
          mount: `return call(${numberIn(mount)}, b'none', b'/tmp', b'tmpfs', 0, b'')`,
          remount: `return call(${numberIn(mount)}, b'none', b'/usr', b'', 0x1020, b'')`,
          openTree: `return call(${numberIn(open_tree)}, -100, b'/usr', 1)`,
          fsopen: `return call(${numberIn(fsopen)}, b'tmpfs', 0)`,
          ptrace: `return call(${numberIn(ptrace)}, 16, 1, 0, 0)`,
          traceme: `return call(${numberIn(ptrace)}, 0, 0, 0, 0)`,
          writeOther: `return call(${numberIn(process_vm_writev)}, 1, 0, 0, 0, 0, 0)`,
          ioUring: `return call(${numberIn(io_uring_setup)}, 8, bytes(120))`,
          bpf: `return call(${numberIn(bpf)}, 0, bytes(120), 120)`,
          userfaultfd: `return call(${numberIn(userfaultfd)}, 1)`,
          keyctl: `return call(${numberIn(keyctl)}, 0, -3, 0)`,
          perf: `return call(${numberIn(perf_event_open)}, bytes(120), 0, -1, -1, 0)`,
          memfd: `return call(${numberIn(UNCOUNTED_CALLS.memfd_create)}, b'x', 0)`,
          chroot: "return os.chroot('/tmp')",
          hostname: "return socket.sethostname('x')",
          nice: "return os.nice(-5)",
          setuid: "return os.setuid(12345)",
          raw: "return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
          packet: "return socket.socket(17, socket.SOCK_RAW, 0)",
          vsock: "return socket.socket(40, socket.SOCK_STREAM)",
          alg: "return socket.socket(38, socket.SOCK_SEQPACKET)",
          limits: "import resource\nreturn resource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999))",
        }),
      ),
    );
    const { limits, ...others } = said;
    const answers = new Set(Object.values(others));
    expect([...answers].sort()).toEqual(["EAFNOSUPPORT", "EINVAL", "ENOSYS", "EPERM"]);
    // No other user has a number in the box.
    expect(said).toMatchObject({ setuid: "EINVAL", clone3: "ENOSYS", memfd: "ENOSYS" });
    expect(Object.keys(others).filter((name) => others[name] === "EINVAL")).toEqual(["setuid"]);
    expect(limits).toBe("ValueError");
  });

  test("A50: no user namespace, by the kernel's own limit as well", async () => {
    const { exitCode, stdout } = await attack(
      payload.shell(
        "unshare -Ur id; unshare -m true; cat /proc/sys/user/max_user_namespaces; bwrap --ro-bind / / true",
      ),
    );
    expect(exitCode).not.toBe(0);
    expect(stdout.trim()).not.toContain("uid=");
  });

  test("A93: nothing is put into a terminal", async () => {
    const said = await answerOf(
      payload.python(
        pythonTries({
          own: "import fcntl, pty\nmaster, slave = pty.openpty()\nreturn fcntl.ioctl(slave, 0x5412, b'x')",
          high: `import pty\nmaster, slave = pty.openpty()\nreturn call(${numberIn(CHECKED_CALLS.ioctl)}, slave, 0x100005412, b'x')`,
          terminal: "return os.open('/dev/tty', os.O_RDWR)",
        }),
      ),
    );
    expect(said).toEqual({ own: "EPERM", high: "EPERM", terminal: "ENXIO" });
  });

  test.runIf(PROCESSOR === "x64")(
    "A113: the tables of other architectures lead nowhere",
    async () => {
      const x32 = await answerOf(
        payload.python(
          pythonTries({
            x32: "return call(0x40000000 + 39)",
            chmod: "return call(0x40000000 + 90, b'/tmp', 0o4755)",
            high: "return call(0x40000000 + 521)",
            late: "return call(463, -100, b'/tmp', 0)",
          }),
        ),
      );
      expect(x32).toEqual({ x32: "ENOSYS", chmod: "ENOSYS", high: "ENOSYS", late: "ENOSYS" });
      // mov eax, 20 (getpid of i386); int 0x80; ret
      const { signal, stdout } = await attack(
        payload.python(`
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex("b814000000cd80c3"))
run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print("pid", run())
`),
      );
      expect({ signal, stdout }).toEqual({ signal: "SIGSYS", stdout: "" });
    },
  );

  test("A30, A113: no call leaves a set-id file, whatever way it takes", async () => {
    const given = makeFolder({ "a.txt": "a" });
    const { chmod, creat, mknod, open, openat, fchmodat2, mkdirat, mknodat } = MODE_CALLS;
    const onX64 = PROCESSOR === "x64";
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          umask: "os.umask(0)",
          chmod: "return os.chmod('/data/a.txt', 0o4755)",
          fchmod: "return os.fchmod(os.open('/data/a.txt', os.O_RDWR), 0o2755)",
          open: "return os.open('/data/open', os.O_CREAT | os.O_WRONLY, 0o6755)",
          highBits: `return call(${numberIn(openat)}, -100, b'/data/high', os.O_CREAT | os.O_WRONLY, 0x100000000 + 0o4755)`,
          unnamed: "return os.open('/data', os.O_TMPFILE | os.O_RDWR, 0o4755)",
          openat2: `return call(${numberIn(UNREADABLE_CALLS.openat2)}, -100, b'/data/openat2', struct.pack('QQQ', os.O_CREAT | os.O_WRONLY, 0o4755, 0), 24)`,
          mkdir: "return os.mkdir('/data/folder', 0o2755)",
          mkdirat: `return call(${numberIn(mkdirat)}, -100, b'/data/folder', 0o6755)`,
          mknod: "return os.mknod('/data/node', 0o4755 | stat.S_IFREG)",
          mknodat: `return call(${numberIn(mknodat)}, -100, b'/data/nodeat', 0o4755 | stat.S_IFREG, 0)`,
          fifo: "return os.mkfifo('/data/fifo', 0o4755)",
          fchmodat2: `return call(${numberIn(fchmodat2)}, -100, b'/data/a.txt', 0o4755, 0)`,
          ...(onX64 && {
            oldChmod: `return call(${chmod[0]}, b'/data/a.txt', 0o4755)`,
            oldOpen: `return call(${open[0]}, b'/data/oldopen', os.O_CREAT | os.O_WRONLY, 0o4755)`,
            creat: `return call(${creat[0]}, b'/data/creat', 0o4755)`,
            oldMknod: `return call(${mknod[0]}, b'/data/oldmknod', 0o104755, 0)`,
          }),
          capability:
            "return os.setxattr('/data/a.txt', 'security.capability', b'\\x01\\x00\\x00\\x02' + bytes(16))",
          chown: "return os.chown('/data/a.txt', 1234, 1234)",
        }),
      ),
      { mounts: [{ source: given, target: "/data", mode: "rw" }] },
    );
    const { umask, openat2, chown, ...others } = said;
    expect({ umask, openat2 }).toEqual({ umask: "did: None", openat2: "ENOSYS" });
    expect(["EINVAL", "EPERM"]).toContain(chown);
    expect(new Set(Object.values(others))).toEqual(new Set(["EPERM"]));
    for (const name of readdirSync(given)) {
      expect(`${name} ${lstatSync(join(given, name)).mode & 0o6000}`).toBe(`${name} 0`);
    }
  });
});

test("A42: of the host's descriptors only what was given leads anywhere", async () => {
  const inherited = openSync("/proc/self/status", "r");
  const list = `
import json, os
found = {}
for fd in range(0, 1024):
    try: found[fd] = os.readlink(f"/proc/self/fd/{fd}")
    except OSError: pass
print(json.dumps(found))`;
  const found = await answerOf<Record<string, string>>(payload.python(list));
  const leading = Object.entries(found).filter(([, to]) => to !== "/dev/null");
  expect(leading.map(([fd]) => fd)).toEqual(["1", "2"]);
  for (const [, to] of leading) expect(to).toMatch(/^socket:/);
  const first = await answerOf<Record<string, string>>(
    payload.python(list.replaceAll("/proc/self/", "/proc/1/")),
  );
  const places = Object.values(first).map((to) => to.replace(/\[\d+\]/, ""));
  expect(new Set(places)).toEqual(new Set(["/dev/null", "socket:", "anon_inode:[eventfd]"]));
  expect(inherited).toBeGreaterThan(2);
});

describe("the end of a program", () => {
  const KILLERS = {
    javascript: payload.javascript(
      "try { process.kill(process.ppid, 'SIGKILL'); } catch {} process.kill(1, 'SIGKILL'); process.kill(-1, 'SIGKILL');",
    ),
    python: payload.python(
      "import os, signal\nfor pid in [os.getppid(), 1, -1]:\n    os.kill(pid, signal.SIGKILL)",
    ),
    shell: payload.shell("kill -9 $PPID; kill -9 1; kill -9 -1; kill -STOP -1"),
  };

  test.each(Object.entries(KILLERS))("A43: %s kills nothing but itself", async (_, argv) => {
    const bystander = attack(payload.shell("sleep 0.5; echo alive"));
    const { timedOut } = await attack(argv, { limits: { wallMs: 5_000 } });
    expect(timedOut).toBe(false);
    expect((await bystander).stdout).toBe("alive\n");
  });

  test("A43: processes of the host have no number in the box", async () => {
    const said = await answerOf(
      payload.python(
        pythonTries({
          host: `return os.kill(${process.pid}, 9)`,
          group: `return os.killpg(${process.pid}, 9)`,
          descriptor: `return os.pidfd_open(${process.pid})`,
          queue: `return call(${PROCESSOR === "x64" ? 129 : 138}, ${process.pid}, 9, bytes(128))`,
        }),
      ),
    );
    expect(said).toEqual({ host: "ESRCH", group: "ESRCH", descriptor: "ESRCH", queue: "EPERM" });
  });

  const DAEMONS = {
    javascript: (marker: string) =>
      payload.javascript(
        `require("node:child_process").spawn("setsid", ["sh", "-c", "trap '' TERM HUP INT; while :; do sleep 1; done", "${marker}"], { detached: true, stdio: "inherit" }).unref(); setInterval(() => {}, 1000);`,
      ),
    python: (marker: string) =>
      payload.python(`
import os, signal, time
for each in ["${marker}"] * 3:
    if os.fork() == 0:
        os.setsid()
        if os.fork() > 0: os._exit(0)
        for number in range(1, 65):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        os.closerange(0, 100)
        while True: time.sleep(1)
time.sleep(60)`),
    shell: (marker: string) =>
      payload.shell(
        `(setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done' ${marker} &) ; nohup setsid sleep 60 & while :; do sleep 1; done`,
      ),
  };

  test.each(Object.entries(DAEMONS))(
    "A44: %s leaves no survivor, and a deadline is kept",
    async (_, daemon) => {
      const marker = `marker-${randomUUID()}`;
      const env = { PATH: "/usr/bin:/bin", MARKER: marker };
      const { timedOut } = await attack(daemon(marker), { env, limits: { wallMs: 1_000 } });
      expect(timedOut).toBe(true);
      expect(survivors(marker)).toEqual([]);
    },
  );

  test("A44: what is left when the program has ended by itself goes with it", async () => {
    const marker = `marker-${randomUUID()}`;
    const { exitCode } = await attack(payload.shell("setsid sleep 60 & exit 7"), {
      env: { PATH: "/usr/bin:/bin", MARKER: marker },
    });
    expect(exitCode).toBe(7);
    expect(survivors(marker)).toEqual([]);
  });

  test("A44: a box that is cancelled while it is made leaves nothing behind", async () => {
    const marker = `marker-${randomUUID()}`;
    const rounds = Array.from({ length: 24 }, async (_, round) => {
      const cancel = new AbortController();
      const running = attack(payload.shell("sleep 60", marker), { signal: cancel.signal });
      await sleep(round);
      cancel.abort();
      // It would run for longer than the test may.
      await running.catch(() => {});
    });
    await Promise.all(rounds);
    expect(survivors(marker)).toEqual([]);
  });

  const LOOPS = {
    javascript: payload.javascript("process.on('SIGTERM', () => {}); for (;;) {}"),
    python: payload.python(
      "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
    ),
    shell: payload.shell("trap '' TERM INT HUP QUIT; while :; do :; done"),
  };

  test.each(Object.entries(LOOPS))(
    "A47: a busy loop in %s ends at its deadline",
    async (_, argv) => {
      const { timedOut, signal } = await attack(argv, { limits: { wallMs: 500 } });
      expect({ timedOut, signal }).toEqual({ timedOut: true, signal: "SIGKILL" });
    },
  );

  test("A47: or when it has used its time of the processor", async () => {
    const { timedOut, signal } = await attack(LOOPS.shell, { limits: { cpuS: 1 } });
    expect({ timedOut, signal }).toEqual({ timedOut: false, signal: "SIGKILL" });
  });
});
