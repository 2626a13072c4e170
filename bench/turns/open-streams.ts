import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ServeChild, serveChild } from "./serve-child.ts";
import { STREAM_CLIENT, type StreamOrder } from "./stream-client.ts";

const SESSIONS = 50;
const DEADLINE_MS = 120_000;

export type OpenStreams = {
  readonly streams: number;
  /** Resident, before the first stream was opened and while all were open. */
  readonly beforeMb: number;
  readonly afterMb: number;
  /** Until every stream of a session had the message that was sent to it. */
  readonly allHeardMs: number;
};

/** Streams of one server, held by another process; then every session gets a message. */
export async function benchOpenStreams(streams: number): Promise<OpenStreams> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify({ steps: [] }));
  const server = await serveChild({ env: { CAPSTAN_MODEL: `scripted:${script}` } });
  const sessions: string[] = [];
  for (let count = 0; count < SESSIONS; count++) {
    sessions.push((await server.call<{ id: string }>("POST", "/v1/sessions", {})).id);
  }
  await sayToAll(server, sessions);
  const beforeMb = await residentMb(server);
  const urls = sessions.map((id) => `${server.url}/v1/sessions/${id}/events/stream`);
  const child = spawn(process.execPath, [STREAM_CLIENT], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const opened = once(lines, "line", { signal });
    const order: StreamOrder = { urls, headers: server.headers, streams };
    child.stdin.write(`${JSON.stringify(order)}\n`);
    await opened;
    const afterMb = await residentMb(server);
    const heard = once(lines, "line", { signal });
    const before = performance.timeOrigin + performance.now();
    await sayToAll(server, sessions);
    const [at] = await heard;
    return { streams, beforeMb, afterMb, allHeardMs: Number(at) - before };
  } finally {
    child.stdin.end();
    child.kill();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sayToAll(server: ServeChild, sessions: readonly string[]): Promise<void> {
  const say = (id: string) => server.call("POST", `/v1/sessions/${id}/messages`, { content: "hi" });
  await Promise.all(sessions.map(say));
}

async function residentMb(server: ServeChild): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, {
    headers: server.headers,
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const [, bytes] = /^capstan_resident_bytes (\S+)$/m.exec(await response.text()) ?? [];
  return Number(bytes) / 1_000_000;
}
