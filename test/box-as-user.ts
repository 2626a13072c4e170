import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBubblewrap } from "../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { type CommandSpec, runToEnd } from "../src/sandbox/run-to-end.ts";
import { DEFAULT_LIMITS } from "../src/sandbox/sandbox.ts";

// Runs hostile programs in boxes as whoever started it, and prints how each went. Its environment
// and its descriptors are those of a careless parent.
const sandbox = openBubblewrap();
const folder = mkdtempSync(join(tmpdir(), "capstan-user-"));
const outside = mkdtempSync(join(tmpdir(), "capstan-user-"));
writeFileSync(join(folder, "a.txt"), "as it was");
writeFileSync(join(outside, "secret.txt"), "outside");

function run(line: string, more: Partial<CommandSpec> = {}) {
  return runToEnd(sandbox, {
    argv: ["sh", "-c", line, "sh", outside],
    cwd: "/tmp",
    env: { PATH: "/usr/bin:/bin" },
    mounts: [],
    network: "none",
    signal: new AbortController().signal,
    ...more,
    limits: { ...DEFAULT_LIMITS, wallMs: 10_000, ...more.limits },
  });
}

const rw = { mounts: [{ source: folder, target: "/data", mode: "rw" }] } as const;
const scratch = { mounts: [{ source: folder, target: "/data", mode: "scratch" }] } as const;
const limits = { ...DEFAULT_LIMITS, processes: 30, wallMs: 1_500 };
const forks = "n=0; while [ $n -lt 200 ]; do sleep 60 & n=$((n + 1)); done 2>/dev/null; wait";
const bomb =
  "import os, time\nfor _ in range(9):\n    try: os.fork()\n    except OSError: pass\ntime.sleep(60)";
const sockets = `
import socket, time
kept = []
for _ in range(450):
    kept.append(socket.socketpair())
    for end in kept[-1]:
        end.setblocking(False)
        try:
            while True: end.send(bytes(65536))
        except BlockingIOError: pass
time.sleep(5)`;

const answers = {
  uid: process.getuid?.(),
  read: (await run('cat "$1/secret.txt" "/proc/1/root$1/secret.txt" /proc/1/environ')).stdout,
  descriptors: (await run("for f in /proc/self/fd/*; do readlink $f; done")).stdout,
  settings: (await run("echo x > /proc/sys/kernel/hostname; echo $?")).stdout,
  write: (await run("echo changed > /data/a.txt; cat /data/a.txt", rw)).stdout,
  setId: (await run("cp /bin/sh /data/sh; chmod 4755 /data/sh; stat -c %a /data/sh", rw)).stdout,
  closed: (
    await run("mkdir -p /data/x/y && touch /data/x/y/z && chmod 0 /data/x; echo ok", scratch)
  ).stdout,
  namespace: (await run("unshare -Ur id -u")).stdout,
  shellBomb: (await run(forks, { limits })).exceeded ?? null,
  pythonBomb: (await run("", { argv: ["python3", "-I", "-c", bomb], limits })).signal,
  memory: (
    await run("head -c 400m /dev/zero | tail", {
      limits: { ...DEFAULT_LIMITS, memoryBytes: 100 * 1024 ** 2 },
    })
  ).exceeded,
  sockets: (
    await run("", {
      argv: ["python3", "-I", "-c", sockets],
      limits: { ...DEFAULT_LIMITS, memoryBytes: 100 * 1024 ** 2 },
    })
  ).exceeded,
  hostHas: readFileSync(join(folder, "a.txt"), "utf8"),
  owner: statSync(join(folder, "sh")).uid,
  mode: (statSync(join(folder, "sh")).mode & 0o7000).toString(8),
};
for (const made of [folder, outside]) rmSync(made, { recursive: true });
process.stdout.write(JSON.stringify(answers));
