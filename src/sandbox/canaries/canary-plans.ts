import type { Outside } from "./outside.ts";

export type CanaryPlan = {
  readonly name: string;
  readonly held: string;
  readonly broken: string;
  /** For our own Node, which every box can have. It ends with `tell(whether it could)`. */
  readonly program: string;
  /** Whether it is seen from outside that it could. */
  readonly seen?: (outside: Outside) => boolean | Promise<boolean>;
};

/** What each program begins with. */
const START = `
const fs = require("node:fs");
const given = JSON.parse(process.argv[1]);
const tell = (did) => fs.writeSync(1, "did: " + did + "\\n");
const reads = (path) => {
  try { return fs.readFileSync(path, "utf8").includes(given.secret); } catch { return false; }
};
`;

export const CANARIES: readonly CanaryPlan[] = [
  {
    name: "read outside",
    held: "a file outside cannot be read",
    broken: "A file outside was read.",
    program: `${START} tell(reads(given.file) || reads("/proc/self/root" + given.file));`,
  },
  {
    name: "link",
    held: "no link leads out of a granted folder",
    broken: "A link led out of a granted folder.",
    program: `${START}
const made = given.granted + "/made";
const hard = given.granted + "/hard";
try { fs.symlinkSync(given.file, made); } catch {}
try { fs.linkSync(given.file, hard); } catch {}
tell([given.link, made, hard].some(reads));`,
  },
  {
    name: "sqlite",
    held: "node:sqlite attaches no database outside",
    broken: "node:sqlite attached a database outside.",
    program: `${START}
const { DatabaseSync } = require("node:sqlite");
const attaches = (path, query) => {
  try {
    const db = new DatabaseSync(":memory:");
    db.exec("ATTACH '" + path + "' AS outside");
    db.exec(query);
    return true;
  } catch { return false; }
};
const old = attaches(given.database, "SELECT * FROM outside.kept");
const made = attaches(given.newDatabase, "CREATE TABLE outside.made (x)");
tell(old || made);`,
    seen: (outside) => outside.hasNewDatabase(),
  },
  {
    name: "tcp",
    held: "no connection reaches the host",
    broken: "A TCP connection reached the host.",
    program: `${START}
const socket = require("node:net").connect(given.tcpPort, "127.0.0.1");
socket.setTimeout(1000, () => socket.destroy(new Error("late")));
socket.once("connect", () => { tell(true); socket.destroy(); });
socket.once("error", () => tell(false));`,
    seen: (outside) => outside.connections() > 0,
  },
  {
    name: "udp",
    held: "no datagram reaches the host",
    broken: "A UDP datagram reached the host.",
    // Sending says nothing about arriving: the host tells.
    program: `${START}
const socket = require("node:dgram").createSocket("udp4");
socket.on("error", () => {});
socket.send(given.secret, given.udpPort, "127.0.0.1", () => { tell(false); socket.close(); });`,
    seen: (outside) => outside.hasDatagram(),
  },
  {
    name: "dns",
    held: "no name server is reached",
    broken: "A name server was reached.",
    program: `${START}
const { Resolver } = require("node:dns").promises;
const resolver = new Resolver({ timeout: 500, tries: 1 });
resolver.setServers(["127.0.0.1:" + given.dnsPort]);
resolver.resolve4("canary.invalid").then(() => tell(true), () => tell(false));`,
    seen: (outside) => outside.hasQuery(),
  },
  {
    name: "environ",
    held: "no environment of another process can be read",
    broken: "The environment of another process was read.",
    program: `${START}
const foreign = (pid) => {
  try {
    const names = fs.readFileSync("/proc/" + pid + "/environ", "utf8").split("\\0");
    return names.some((it) => it !== "" && !(it.split("=")[0] in process.env));
  } catch { return false; }
};
const others = fs.existsSync("/proc") ? fs.readdirSync("/proc").filter((it) => /^\\d+$/.test(it)) : [];
tell(foreign(1) || others.some((pid) => reads("/proc/" + pid + "/environ")));`,
  },
  {
    name: "set-id file",
    held: "no file gets a set-id bit",
    broken: "A file got a set-id bit.",
    program: `${START}
const path = given.granted + "/set-id";
const isSet = () => { try { return (fs.statSync(path).mode & 0o6000) !== 0; } catch { return false; } };
try { fs.writeFileSync(path, "", { mode: 0o755 }); } catch {}
try { fs.chmodSync(path, 0o6755); } catch {}
tell(isSet());`,
    seen: (outside) => outside.hasSetId(),
  },
  {
    name: "survivor",
    held: "nothing outlives its call",
    broken: "A process outlived its call.",
    program: `${START}
const { spawn } = require("node:child_process");
const late = "setTimeout(() => {}, 20000)";
const child = spawn(process.execPath, ["-e", late, given.secret], { detached: true, stdio: "ignore" });
child.once("error", () => tell(false));
child.once("spawn", () => { child.unref(); tell(false); });`,
    seen: (outside) => outside.endSurvivors(),
  },
];
