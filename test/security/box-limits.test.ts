import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../../src/features/programs/workspace.ts";
import { numberOf, UNCOUNTED_CALLS } from "../../src/sandbox/bubblewrap/system-calls.ts";
import { answerOf, attack, payload, pythonTries, survivors } from "../box.ts";

const PROCESSOR = process.arch === "arm64" ? "arm64" : "x64";
const MEGABYTE = 1024 ** 2;
const ENDED = { exitCode: null, signal: "SIGKILL" };

describe("memory", () => {
  const LIMIT = { memoryBytes: 200 * MEGABYTE };
  const BOMBS = {
    "buffers in JavaScript": payload.javascript(
      `const kept = []; for (;;) kept.push(Buffer.alloc(${8 * MEGABYTE}, 1));`,
    ),
    "WebAssembly in JavaScript": payload.javascript(
      `const kept = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 256 }); new Uint8Array(memory.buffer).fill(1); kept.push(memory); }`,
    ),
    "worker threads in JavaScript": payload.javascript(
      `const { Worker } = require("node:worker_threads"); for (let i = 0; i < 20; i++) new Worker("const kept = []; for (;;) kept.push(Buffer.alloc(4e6, 1));", { eval: true, resourceLimits: {} }).on("error", () => {}); `,
    ),
    "byte arrays in Python": payload.python(
      `kept = []\nwhile True: kept.append(bytearray(${8 * MEGABYTE}))`,
    ),
    "many processes": payload.python(
      `import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        kept = bytearray(b"x" * ${60 * MEGABYTE}); time.sleep(60)\ntime.sleep(60)`,
    ),
    "files in /dev/shm, /tmp and at home": payload.shell(
      "for place in /dev/shm /tmp $HOME; do head -c 90m /dev/zero > $place/x; done; sleep 60",
    ),
    "page tables alone": payload.python(`
import ctypes, mmap, time
libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p
size = 1 << 40
at = libc.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, ctypes.c_long(0))
for offset in range(0, size, 1 << 21): ctypes.c_char.from_address(at + offset).value
time.sleep(60)`),
    "a shell's variable": payload.shell("x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done"),
  };

  test.each(Object.entries(BOMBS))("A46: %s end with the program", async (_, argv) => {
    const marker = `marker-${randomUUID()}`;
    const env = { PATH: "/usr/bin:/bin", HOME: "/home/user", MARKER: marker };
    const { exceeded, timedOut, ...end } = await attack(argv, { env, limits: LIMIT });
    expect(timedOut).toBe(false);
    // Its language may notice first.
    if (exceeded) expect({ ...end, exceeded }).toMatchObject({ ...ENDED, exceeded: "memory" });
    else expect(end.stderr).toMatch(/out of memory|MemoryError|Out of space/i);
    expect(survivors(marker)).toEqual([]);
  });

  test("A46: a folder full of empty files counts as memory", async () => {
    const many = `
import os
os.chdir("/tmp")
for n in range(10 ** 7): os.close(os.open(str(n), os.O_CREAT | os.O_WRONLY))`;
    const limits = { memoryBytes: 64 * MEGABYTE };
    expect(await attack(payload.python(many), { limits })).toMatchObject({
      ...ENDED,
      exceeded: "memory",
    });
  });

  test("A46: memory that belongs to nobody is not there", async () => {
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          memfd: "return os.memfd_create('x')",
          shared: `return call(${numberOf(UNCOUNTED_CALLS.shmget, PROCESSOR)}, 0, 1 << 30, 0o1600)`,
          queue: `return call(${numberOf(UNCOUNTED_CALLS.msgget, PROCESSOR)}, 0, 0o1600)`,
        }),
      ),
    );
    expect(said).toEqual({ memfd: "ENOSYS", shared: "ENOSYS", queue: "ENOSYS" });
  });
});

describe("processes", () => {
  const LIMIT = { processes: 30 };
  /** Each stops by itself at some hundreds: a box that does not hold must not end the machine. */
  const BOMBS = {
    shell: payload.shell(
      "n=0; while [ $n -lt 300 ]; do setsid sleep 60 & n=$((n + 1)); done; sleep 60",
    ),
    python: payload.python(`
import os, time
for _ in range(8):
    try: os.fork()
    except OSError: pass
time.sleep(60)`),
    javascript: payload.javascript(
      `const { spawn } = require("node:child_process"); for (let i = 0; i < 200; i++) spawn("sleep", ["60"], { detached: true }).on("error", () => {});`,
    ),
    "threads in python": payload.python(`
import threading, time
threading.stack_size(65536)
for _ in range(300):
    try: threading.Thread(target=time.sleep, args=(60,)).start()
    except RuntimeError: pass`),
  };

  test.each(Object.entries(BOMBS))("A45: a bomb of %s is ended", async (_, argv) => {
    const marker = `marker-${randomUUID()}`;
    const env = { PATH: "/usr/bin:/bin", MARKER: marker };
    const result = await attack(argv, { env, limits: { ...LIMIT, wallMs: 4_000 } });
    // Root is stopped by us, unless the kernel was first and the shell gave up; others by the kernel.
    const isRefused = /cannot fork/i.test(result.stderr);
    if (process.getuid?.() === 0) {
      expect(result).toMatchObject({ ...(!isRefused && ENDED), exceeded: "processes" });
    }
    expect(survivors(marker)).toEqual([]);
  });
});

describe("output", () => {
  const KEPT = 100_000;

  test.each(
    Object.entries({
      shell: payload.shell("yes 'a line' & yes >&2"),
      python: payload.python(
        "import os\nwhile True: os.write(1, b'x' * 65536); os.write(2, b'y' * 65536)",
      ),
      javascript: payload.javascript(
        "const fs = require('node:fs'); for (;;) { try { fs.writeSync(1, 'x'.repeat(65536)); } catch {} }",
      ),
    }),
  )("A48: a flood from %s is cut, and ends at its deadline", async (_, argv) => {
    const memory = process.memoryUsage.rss();
    const limits = { wallMs: 1_000, outputBytes: KEPT };
    const { stdout, stderr, truncated, timedOut } = await attack(argv, { limits });
    expect({ truncated, timedOut }).toEqual({ truncated: true, timedOut: true });
    expect(stdout).toHaveLength(KEPT);
    expect(stderr.length).toBeLessThanOrEqual(KEPT);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * MEGABYTE);
  });

  test("A48: one line of 100 MB is cut, and the program ends as it would", async () => {
    const { stdout, exitCode, truncated } = await attack(
      payload.shell("head -c 100m /dev/zero | tr '\\0' x"),
      { limits: { outputBytes: KEPT } },
    );
    expect({ exitCode, truncated }).toEqual({ exitCode: 0, truncated: true });
    expect(stdout).toBe("x".repeat(KEPT));
  });
});

describe("room for files", () => {
  test("A49: what is written to /tmp, the home and shared memory has an end", async () => {
    const fill = `
import os, sys
full = []
for place in ["/tmp", "/home/user", "/dev/shm", "/dev", "/run", "/etc", "/"]:
    try:
        with open(place + "/fill", "wb", buffering=0) as file:
            while file.write(bytes(1 << 20)) == 1 << 20: pass
        full.append("short write")
    except OSError as error: full.append(os.strerror(error.errno))
    try: os.unlink(place + "/fill")
    except OSError: pass
print(full)`;
    const { stdout } = await attack(payload.python(fill));
    const [tmp, home, shared, ...others] = stdout.trim().slice(2, -2).split("', '");
    for (const place of [tmp, home, shared]) {
      expect(["No space left on device", "short write"]).toContain(place);
    }
    expect(new Set(others)).toEqual(new Set(["Read-only file system"]));
  });

  test("A49: no file is larger than it may be", async () => {
    const folder = mkdtempSync(join(tmpdir(), "capstan-box-"));
    try {
      const { signal } = await attack(payload.shell("exec head -c 50m /dev/zero > /data/x"), {
        mounts: [{ source: folder, target: "/data", mode: "rw" }],
        limits: { fileBytes: MEGABYTE },
      });
      expect(signal).toBe("SIGXFSZ");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("A32: the folder of a call is new, by chance, and closed to others", async () => {
    const [one, other] = [await makeWorkspace(), await makeWorkspace()];
    expect(one.mount.source).not.toBe(other.mount.source);
    expect(readdirSync(one.mount.source)).toEqual([]);
    await Promise.all([one.remove(), other.remove()]);
  });
});
