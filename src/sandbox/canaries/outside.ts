import { type ChildProcess, spawn } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { hostEnvironment } from "../../base/host-environment.ts";
import { HOST_PROGRAMS } from "../../base/host-programs.ts";

/** On the host, what no program in a box may reach, and how the host sees that one did. */
export type Outside = {
  /** The one folder that a box is given. */
  readonly granted: string;
  /** What a program must know to try. */
  readonly given: Readonly<Record<string, string | number>>;
  hasNewDatabase(): boolean;
  connections(): number;
  hasDatagram(): Promise<boolean>;
  hasQuery(): Promise<boolean>;
  hasSetId(): boolean;
  /** Whether there were any. */
  endSurvivors(): boolean;
  remove(): Promise<void>;
};

/** A datagram on the same machine arrives within microseconds. */
const ARRIVES_MS = 50;

export async function prepareOutside(secret: string): Promise<Outside> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-canary-")));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const remove = async () => {
    for (const close of closing.toReversed()) await close();
  };
  try {
    const granted = join(folder, "granted");
    const outside = join(folder, "outside");
    mkdirSync(granted);
    mkdirSync(outside);
    const file = join(outside, "secret.txt");
    writeFileSync(file, secret);
    const link = join(granted, "link");
    symlinkSync(file, link);
    const database = join(outside, "kept.db");
    makeDatabase(database);
    const newDatabase = join(outside, "made.db");

    let connections = 0;
    const tcp = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(tcp.listen(0, "127.0.0.1"), "listening");
    closing.push(() => tcp.close());
    const udp = await listen();
    closing.push(() => udp.socket.close());
    const dns = await listen();
    closing.push(() => dns.socket.close());
    const neighbour = startNeighbour(secret);
    closing.push(() => neighbour.kill("SIGKILL"));

    return {
      granted,
      given: {
        ...{ secret, file, link, granted, database, newDatabase },
        tcpPort: (tcp.address() as AddressInfo).port,
        udpPort: udp.socket.address().port,
        dnsPort: dns.socket.address().port,
      },
      hasNewDatabase: () => existsSync(newDatabase),
      connections: () => connections,
      hasDatagram: () => udp.hasHeard(),
      hasQuery: () => dns.hasHeard(),
      hasSetId: () => isSetId(join(granted, "set-id")),
      endSurvivors: () => endSurvivors(secret),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function makeDatabase(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE kept (x)");
  db.close();
}

async function listen(): Promise<{ socket: Socket; hasHeard(): Promise<boolean> }> {
  const socket = createSocket("udp4");
  let heard = false;
  socket.on("message", () => {
    heard = true;
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  return {
    socket,
    async hasHeard() {
      if (!heard) await sleep(ARRIVES_MS);
      return heard;
    },
  };
}

/** Another process of the same user, with the secret in its environment; it ends by itself. */
function startNeighbour(secret: string): ChildProcess {
  const env = { ...hostEnvironment("neighbour"), CANARY: secret };
  const child = spawn(process.execPath, HOST_PROGRAMS.neighbour.args, { env, stdio: "ignore" });
  child.on("error", () => {});
  return child;
}

function isSetId(path: string): boolean {
  return existsSync(path) && (statSync(path).mode & 0o6000) !== 0;
}

/** Only those that were started with this secret as an argument: no other process has it. */
function endSurvivors(secret: string): boolean {
  const found = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && argumentsOf(name).at(-1) === secret,
  );
  for (const pid of found) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  return found.length > 0;
}

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
  } catch {
    return [];
  }
}
