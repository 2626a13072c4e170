import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHostProxy } from "./host-proxy.ts";
import { serve, serveBytes } from "./testing/serve.ts";

const PROGRAM = fileURLToPath(new URL("../../../entry/host-proxy.mjs", import.meta.url));

function openProxy(allowHosts: readonly string[]) {
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const proxy = createHostProxy({ allowHosts, program: PROGRAM, report });
  onTestFinished(() => proxy.stop());
  return { proxy, reported };
}

/** What comes back through the proxy at this folder. */
async function ask(folder: string, url: string, more = ""): Promise<string> {
  const socket = connect(join(folder, "socket"));
  await once(socket, "connect");
  socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\n${more}\r\n`);
  return text(socket);
}

/** The process of the proxy that has the sockets in the folder above this one. */
function proxyOf(folder: string): number | undefined {
  const wanted = `--allow-fs-write=${dirname(folder)}`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(wanted);
      } catch {
        return false;
      }
    });
}

test("F02, A124: what a host answers is carried as it is, trailers beside a length too", async () => {
  const answer =
    "HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 2\r\nContent-Length: 2\r\nX-\u0001: y\r\n\r\nok";
  await using odd = await serveBytes(answer);
  const { proxy, reported } = openProxy([odd.host]);
  const { folder, close } = await proxy.open([odd.host]);
  expect(await ask(folder, `${odd.url}/`)).toBe(answer);
  await close();
  expect(existsSync(folder)).toBe(false);
  expect(reported).toEqual([]);
});

test("F02: the proxy has no variable of the server and may read no file, start none", async () => {
  process.env.CAPSTAN_TEST_KEY = "sk-secret";
  onTestFinished(() => void delete process.env.CAPSTAN_TEST_KEY);
  const { proxy } = openProxy([]);
  const { folder } = await proxy.open(["example.com"]);
  const pid = proxyOf(folder);
  const given = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
  expect(given.map((it) => it.split("=")[0])).toEqual([
    "NODE_CHANNEL_FD",
    "NODE_CHANNEL_SERIALIZATION_MODE",
  ]);
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1]).toBe("--permission");
});

test("F02: a proxy that was killed is started again, where its boxes expect it", async () => {
  await using host = await serve((_request, response) => response.end("granted"));
  const { proxy, reported } = openProxy([host.host]);
  const { folder } = await proxy.open([host.host]);
  expect(await ask(folder, `${host.url}/`)).toContain("granted");
  const pid = proxyOf(folder) ?? 0;
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  expect(String(reported[0])).toContain("SIGKILL");
  await vi.waitFor(
    async () => expect(await ask(folder, `${host.url}/`)).toContain("granted"),
    10_000,
  );
  const next = await proxy.open([host.host]);
  expect(proxyOf(next.folder)).toBe(proxyOf(folder));
  expect(proxyOf(folder)).not.toBe(pid);
});

test("F02: a proxy ends with its server, killed or not, and leaves nothing", async () => {
  const source = `
    const { createHostProxy } = await import(${JSON.stringify(new URL("./host-proxy.ts", import.meta.url).href)});
    const proxy = createHostProxy({ allowHosts: [], program: ${JSON.stringify(PROGRAM)} });
    console.log((await proxy.open(["example.com"])).folder);
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(parent.stdout.setEncoding("utf8"), "data");
  const folder = String(said).trim();
  const pid = proxyOf(folder) ?? 0;
  expect(pid).toBeGreaterThan(0);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false), 10_000);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000);
});

test("F02: a request that can be understood in two ways is refused", async () => {
  await using host = await serve((_request, response) => response.end("granted"));
  const { proxy } = openProxy([host.host]);
  const { folder } = await proxy.open([host.host]);
  for (const more of [
    "content-length: 1\r\ncontent-length: 2\r\n",
    "content-length: 1\r\ntransfer-encoding: chunked\r\n",
    "transfer-encoding: gzip, chunked\r\n",
    "content-length: -1\r\n",
    "a : b\r\n",
    "a: b\rc: d\r\n",
    " folded: x\r\n",
  ]) {
    expect(await ask(folder, `${host.url}/`, more)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
