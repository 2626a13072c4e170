import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBubblewrap } from "../../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { attack, payload } from "../box.ts";

const MEGABYTE = 1024 ** 2;
const LIMIT = 96 * MEGABYTE;
/** Other programs of the machine take and give back memory while a test runs. */
const OTHERS = 160 * MEGABYTE;

/** Each fills four times the limit and more, holds it, and says how much it holds. */
const START = `
import errno, fcntl, mmap, os, resource, socket, sys, time
print("begun", flush=True)
kept, full = [], bytes(65536)
def fill(put):
    total = 0
    try:
        while True: total += put()
    except (BlockingIOError, OSError): return total
def said(total=None):
    if total is not None: print("held", total >> 20, flush=True)
    time.sleep(0.4)
WANTED = 1 << 30
`;
const FILLS = {
  "Unix socket pairs": `
total = 0
while total < WANTED:
    try: pair = socket.socketpair()
    except OSError: break
    for end in pair:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
        end.setblocking(False)
        total += fill(lambda: end.send(full))
    kept.append(pair)
said(total)`,
  "Unix socket pairs of many processes": `
for _ in range(12):
    if os.fork() == 0:
        while True:
            try: pair = socket.socketpair()
            except OSError: break
            for end in pair:
                end.setblocking(False)
                fill(lambda: end.send(full))
            kept.append(pair)
        time.sleep(1)
        os._exit(0)
time.sleep(1)
said(WANTED)`,
  "sockets on their way": `
total = 0
carriers = []
while total < WANTED:
    try: pair = socket.socketpair()
    except OSError: break
    for end in pair:
        end.setblocking(False)
        total += fill(lambda: end.send(full))
    try:
        if not carriers or len(carriers[-1][2]) > 5: carriers.append((*socket.socketpair(), []))
        socket.send_fds(carriers[-1][0], [b"x"], [pair[0].fileno(), pair[1].fileno()])
        carriers[-1][2].append(1)
        for end in pair: end.close()
    except OSError: kept.append(pair)
said(total)`,
  pipes: `
total = 0
while total < WANTED:
    try: reading, writing = os.pipe()
    except OSError: break
    try: fcntl.fcntl(writing, 1031, 1 << 20)
    except OSError: pass
    os.set_blocking(writing, False)
    total += fill(lambda: os.write(writing, full))
said(total)`,
  "pages given to pipes": `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
class Vector(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
HUGE = 2 << 20
total = 0
while total < WANTED:
    try: reading, writing = os.pipe()
    except OSError: break
    size = 17 * HUGE
    at = libc.mmap(None, ctypes.c_size_t(size), 3, 0x22, -1, ctypes.c_long(0))
    first = (at + HUGE - 1) & ~(HUGE - 1)
    libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(16 * HUGE), 14)
    for page in range(first, first + 16 * HUGE, HUGE):
        ctypes.c_char.from_address(page).value = b"x"
        vector = Vector(page, 4096)
        if libc.vmsplice(writing, ctypes.byref(vector), ctypes.c_size_t(1), 2) < 0:
            print("refused", flush=True)
            sys.exit(3)
        total += HUGE
        libc.madvise(ctypes.c_void_p(page), ctypes.c_size_t(HUGE), 4)
# Some of them may have been small.
said()`,
  "network connections": `
total = 0
server = socket.create_server(("127.0.0.1", 0))
until = time.monotonic() + 2
while total < WANTED and time.monotonic() < until:
    try:
        one = socket.create_connection(server.getsockname(), timeout=1)
        other = server.accept()[0]
    except OSError: break
    for end in (one, other):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
        end.setblocking(False)
        soon = time.monotonic() + 0.02
        while time.monotonic() < soon: total += fill(lambda: end.send(full))
    kept.append((one, other))
said(total)`,
  datagrams: `
total = 0
for _ in range(900):
    try:
        end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        end.bind(("127.0.0.1", 0))
    except OSError: break
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    end.setblocking(False)
    for _ in range(100): end.sendto(full[:60000], end.getsockname())
    kept.append(end)
# Some of them may have been dropped.
said()`,
  "files of /tmp, of the home and of shared memory": `
total = 0
for place in ["/tmp", "/home/user", "/dev/shm"]:
    with open(place + "/fill", "wb", buffering=0) as file: total += fill(lambda: file.write(full))
said(total)`,
  "memory shared by a parent and its children": `
held = mmap.mmap(-1, WANTED)
for at in range(0, WANTED, 4096): held[at] = 1
said(WANTED)`,
  heap: "while True: kept.append(bytearray(1 << 20))",
} as const;

const KERNELS = {
  "with control groups": { controlGroups: true },
  "without control groups": { controlGroups: false },
} as const;

describe.each(Object.entries(KERNELS))("%s", (kernel, options) => {
  const sandbox = openBubblewrap(undefined, options);

  test.each(Object.entries(FILLS))(
    "F03, A46, A126: a box that fills %s is ended or refused at its limit",
    async (name, code) => {
      const { result, heldBytes } = await watched(() =>
        attack(payload.python(`${START}${code}`), {
          sandbox,
          limits: { memoryBytes: LIMIT, processes: 40 },
        }),
      );
      const { exceeded, stdout, timedOut } = result;
      if (process.env.CAPSTAN_FIGURES) {
        process.stderr.write(
          `${kernel}, ${name}: ${exceeded} ${stdout.trim()} ${heldBytes >> 20} MB\n`,
        );
      }
      expect({ timedOut, hasBegun: stdout.startsWith("begun") }).toEqual({
        timedOut: false,
        hasBegun: true,
      });
      expect(heldBytes).toBeLessThan(2 * LIMIT + OTHERS);
      if (exceeded) expect(exceeded).toBe("memory");
      else expect(heldIn(stdout)).toBeLessThan(2 * LIMIT);
    },
    30_000,
  );

  test("F03, A126: sixteen boxes together have no more than the total", async () => {
    const sandbox = openBubblewrap(undefined, { ...options, totalBytes: 256 * MEGABYTE });
    const hold = `
import time
held = bytearray(b"x") * (64 << 20)
start = time.monotonic()
time.sleep(1)
print(start, time.monotonic())`;
    const limits = { memoryBytes: LIMIT, wallMs: 60_000 };
    const boxes = await Promise.all(
      Array.from({ length: 16 }, () => attack(payload.python(hold), { sandbox, limits })),
    );
    const held = boxes.filter(({ exceeded }) => exceeded === undefined);
    const times = held.map(({ stdout }) => stdout.trim().split(" ").map(Number));
    const atOnce = times.map(
      ([start = 0]) => times.filter(([from = 0, to = 0]) => from <= start && start <= to).length,
    );
    expect(held.length).toBeGreaterThan(0);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(4);
    const ended = boxes.flatMap(({ exceeded }) => exceeded ?? []);
    expect(new Set(ended)).toEqual(new Set(["total_memory"]));
  }, 90_000);

  test("F03: the page cache of a box is not its memory, and ends nothing", async () => {
    // On a disk: files of the temporary folder may be in memory.
    const folder = mkdtempSync("/var/tmp/capstan-box-");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write =
      "with open('/data/large', 'wb') as file:\n    for _ in range(320): file.write(bytes(1 << 20))";
    const { exitCode, exceeded } = await attack(payload.python(write), {
      sandbox,
      mounts: [{ source: folder, target: "/data", mode: "rw" }],
      limits: { memoryBytes: LIMIT },
    });
    expect({ exitCode, exceeded }).toEqual({ exitCode: 0, exceeded: undefined });
  });

  test("F03: a process has no more descriptors than it may", async () => {
    const open = `
import os
count = 0
try:
    while True:
        os.open("/usr", os.O_RDONLY)
        count += 1
except OSError as error: print(count, error.strerror)`;
    const { stdout } = await attack(payload.python(open), {
      sandbox,
      limits: { descriptors: 100 },
    });
    expect(stdout).toMatch(/^9\d Too many open files/);
  });
});

/** The memory of the machine that was gone meanwhile and came back: others take some and keep it. */
async function watched<T>(run: () => Promise<T>): Promise<{ result: T; heldBytes: number }> {
  const before = available();
  let [least, most] = [before, 0];
  let isOver = false;
  const watching = (async () => {
    for (let after = 0; after < 100; await sleep(5)) {
      const now = available();
      if (!isOver) least = Math.min(least, now);
      // The kernel gives it back a moment later.
      else most = Math.max(most, now);
      if (isOver) after++;
    }
  })();
  const result = await run();
  isOver = true;
  await watching;
  return { result, heldBytes: Math.min(before, most) - least };
}

function heldIn(stdout: string): number {
  return Number(/held (\d+)/.exec(stdout)?.[1] ?? 0) * MEGABYTE;
}

function available(): number {
  const line = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"));
  return Number(line?.[1]) * 1_024;
}
