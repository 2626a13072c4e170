import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

// Counts the files of src that one chat message with one file write passes through, by the coverage
// of a running server: node scripts/walk.ts [checkout]. With WALK=files it names them.

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
};

const ADMIN_KEY = "the-admin-key-of-this-run";
const checkout = resolve(process.argv[2] ?? ".");
const home = mkdtempSync(join(tmpdir(), "capstan-walk-"));
const script = `${home}.json`;
const write = { name: "write_file", input: { path: "notes.txt", content: "hello" } };
const turn = [{ tool_calls: [write] }, { text: "Done." }];
writeFileSync(script, JSON.stringify({ steps: [...turn, ...turn] }));
writeFileSync(join(home, "settings.json"), JSON.stringify({ policy: { profile: "auto" } }));

const server = spawn(
  process.execPath,
  ["--inspect=127.0.0.1:0", join(checkout, "bin/capstan.mjs"), "serve"],
  {
    env: {
      ...process.env,
      CAPSTAN_HOME: home,
      CAPSTAN_PORT: "0",
      CAPSTAN_MODEL: `scripted:${script}`,
      CAPSTAN_ADMIN_KEY: ADMIN_KEY,
    },
    stdio: ["ignore", "pipe", "pipe"],
  },
);
server.once("exit", () => process.exit(1));
try {
  const [debug, url] = await Promise.all([
    lineWith(server.stderr, /ws:\/\/\S+/),
    lineWith(server.stdout, /http:\/\/[\d.:a-z]+/),
  ]);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const capabilities = ["session_file_system"];
  const agent = await call("POST", "/v1/agents", { name: "Writer", capabilities });
  const session = await call("POST", "/v1/sessions", { agent_id: agent.id });
  const say = async () => {
    await call("POST", `/v1/sessions/${session.id}/messages`, { content: "Write it down." });
    // Nobody looks meanwhile: a look would be counted.
    await new Promise((done) => setTimeout(done, 2_000));
  };
  // The first turn opens what is opened once.
  await say();
  const profiler = await connect(debug);
  await profiler("Profiler.enable");
  await profiler("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await say();
  const seen = (await profiler("Profiler.takePreciseCoverage")) as Coverage;
  const { state, turn } = await call("GET", `/v1/sessions/${session.id}`);
  if (state !== "completed" || turn !== 2) throw new Error(`Turn ${turn} is ${state}.`);
  print(seen);
} finally {
  server.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
  rmSync(script, { force: true });
}
process.exit();

function print({ result }: Coverage): void {
  const src = `file://${checkout}/src/`;
  const files = result
    .filter(({ url }) => url.startsWith(src))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => fileURLToPath(url).slice(fileURLToPath(src).length))
    .sort();
  const rooms = Map.groupBy(files, (file) =>
    file.startsWith("features/") ? file.split("/", 2).join("/") : (file.split("/")[0] ?? ""),
  );
  const lines = [...rooms].sort().map(([room, all]) => `${room.padEnd(24)}${all.length}`);
  if (process.env.WALK === "files") lines.push(...files);
  process.stdout.write(`${[...lines, `${files.length} files`].join("\n")}\n`);
}

function lineWith(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((found) => {
    createInterface({ input: stream }).on("line", (line) => {
      const [text] = pattern.exec(line) ?? [];
      if (text) found(text);
    });
  });
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  await new Promise((open) => socket.addEventListener("open", open, { once: true }));
  let last = 0;
  return (method: string, params = {}): Promise<unknown> => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done) => waiting.set(id, done));
  };
}
