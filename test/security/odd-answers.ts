import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** What an HTTP server can do wrong, each under a name. */
type Odd = readonly [name: string, answer: (socket: Socket) => void];

const HEAD = "HTTP/1.1 200 OK\r\n";
const BODY = '{"jsonrpc":"2.0","id":0,"result":{}}';
const JSON_HEAD = `${HEAD}content-type: application/json\r\n`;
const SOUND = `${JSON_HEAD}content-length: ${BODY.length}\r\n\r\n${BODY}`;

const sends =
  (...parts: readonly (string | Uint8Array)[]): Odd[1] =>
  (socket) => {
    for (const part of parts) {
      socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    }
    socket.end();
  };

const resets =
  (bytes: string): Odd[1] =>
  (socket) =>
    socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));

const many = (line: string, times: number) => line.repeat(times);
const chunked = `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n`;
const events = `${HEAD}content-type: text/event-stream\r\n\r\n`;
const zipped = (name: string, bytes: Uint8Array): Odd[1] =>
  sends(`${JSON_HEAD}content-encoding: ${name}\r\ncontent-length: ${bytes.length}\r\n\r\n`, bytes);

/** Each of them ends by itself. */
export const ODD_ANSWERS: readonly Odd[] = [
  ["nothing", sends("")],
  ["a reset", (socket) => socket.resetAndDestroy()],
  ["a reset in the head", resets("HTTP/1.1 200 O")],
  ["a reset in the body", resets(`${JSON_HEAD}content-length: 100\r\n\r\n{`)],
  ["a reset in a chunk", resets(`${chunked}ff\r\n{`)],
  ...[1, 9, 12, 17, 40, 60, SOUND.length - 5].map(
    (length): Odd => [`the first ${length} bytes`, sends(SOUND.slice(0, length))],
  ),
  ["no HTTP", sends("nonsense\r\n\r\n")],
  ["HTTP/0.9", sends(BODY)],
  ["HTTP/2", sends("\0\0\u0012\u0004\0\0\0\0\0\0\u0003\0\0\0d\0\u0004\0\0\0\0")],
  ["TLS", sends("\u0015\u0003\u0001\0\u0002\u0002(")],
  ["HTTP/9.9", sends(SOUND.replace("1.1", "9.9"))],
  ["no reason", sends(SOUND.replace(" OK", ""))],
  ["a long reason", sends(SOUND.replace("OK", many("x", 100_000)))],
  ...["000", "099", "101", "204", "205", "304", "599", "600", "999", "1000", "-1", "2e2"].map(
    (status): Odd => [`the status ${status}`, sends(SOUND.replace("200", status))],
  ),
  [
    "a switch of protocols",
    sends("HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n", BODY),
  ],
  ["a flood of 100", sends(many("HTTP/1.1 100 Continue\r\n\r\n", 20_000), SOUND)],
  ["a flood of 103", sends(many("HTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\n", 20_000), SOUND)],
  ["102 with a length", sends("HTTP/1.1 102 Wait\r\ncontent-length: 5\r\n\r\nhello", SOUND)],
  [
    "a trailer beside a length",
    sends(SOUND.replace("content-length", "trailer: x\r\ncontent-length")),
  ],
  ["trailers", sends(`${chunked}2\r\n{}\r\n0\r\nx: y\r\ncontent-length: 9\r\n\r\n`)],
  ["a flood of trailers", sends(`${chunked}2\r\n{}\r\n0\r\n${many("x: y\r\n", 20_000)}\r\n`)],
  ["two lengths", sends(`${JSON_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`)],
  [
    "a length and chunks",
    sends(chunked.replace("\r\n\r\n", "\r\ncontent-length: 3\r\n\r\n"), "2\r\n{}\r\n0\r\n\r\n"),
  ],
  ...["-1", "1e3", "0x10", "99999999999999999999", "+2", " ", "2, 2", "2;"].map(
    (length): Odd => [
      `the length ${length}`,
      sends(`${JSON_HEAD}content-length: ${length}\r\n\r\n{}`),
    ],
  ),
  ...["zz", "-1", "FFFFFFFFFFFFFFFFF", "", " 2", `2;${many("x", 100_000)}`].map(
    (size): Odd => [
      `the chunk size ${size.slice(0, 20)}`,
      sends(`${chunked}${size}\r\n{}\r\n0\r\n\r\n`),
    ],
  ),
  ...["gzip", "chunked, chunked", "chunked, gzip", "identity", "xchunked"].map(
    (coding): Odd => [
      `the coding ${coding}`,
      sends(`${JSON_HEAD}transfer-encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    ],
  ),
  ...[
    "no colon",
    ": no name",
    "a b: c",
    "x: \0",
    "x: \u0001",
    "x: \u00ff\u0080",
    " folded: x",
    "x: y\rz: 1",
    "x: y\nz: 1",
    "__proto__: x",
    "constructor: x",
  ].map(
    (line): Odd => [
      `the header ${JSON.stringify(line)}`,
      sends(`${JSON_HEAD}${line}\r\ncontent-length: 2\r\n\r\n{}`),
    ],
  ),
  ["a long header", sends(`${HEAD}x: ${many("x", 1_000_000)}\r\n\r\n`)],
  ["many headers", sends(`${HEAD}${many("x: y\r\n", 50_000)}\r\n`)],
  [
    "many cookies",
    sends(`${HEAD}${many("set-cookie: a=b\r\n", 2_000)}content-length: 2\r\n\r\n{}`),
  ],
  ["two answers", sends(SOUND, SOUND)],
  ["more than its length", sends(`${JSON_HEAD}content-length: 2\r\n\r\n`, many("{}", 100_000))],
  ["a length and no body", sends(`${JSON_HEAD}content-length: 1000000\r\n\r\n`)],
  ...[
    "http://[",
    "javascript:alert(1)",
    "//",
    "http://127.0.0.1:1/",
    "file:///etc/passwd",
    many("x", 20_000),
    "\u00ff",
  ].map(
    (place): Odd => [
      `a redirect to ${JSON.stringify(place.slice(0, 20))}`,
      sends(`HTTP/1.1 302 Found\r\nlocation: ${place}\r\ncontent-length: 0\r\n\r\n`),
    ],
  ),
  ["a redirect to itself", sends("HTTP/1.1 307 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n")],
  ["broken gzip", zipped("gzip", Buffer.from("no gzip at all"))],
  ["half of gzip", zipped("gzip", gzipSync(randomBytes(1_000)).subarray(0, 500))],
  ["a gzip bomb", zipped("gzip", gzipSync(Buffer.alloc(30_000_000)))],
  ["broken brotli", zipped("br", Buffer.from("no brotli at all"))],
  ["an unknown encoding", zipped("constructor", Buffer.from("{}"))],
  ["a hundred encodings", zipped(many("gzip, ", 99).concat("gzip"), gzipSync("{}"))],
  ...[
    '{"jsonrpc":"2.0","id":0,"result":',
    "null",
    "[]",
    "[[]]",
    "1e999",
    '"x"',
    "\u00ff\u00fe",
    '{"__proto__":{"x":1}}',
    many("[", 100_000),
    `{"a":${many('{"a":', 20_000)}1${many("}", 20_001)}`,
  ].map(
    (body): Odd => [
      `the body ${JSON.stringify(body.slice(0, 20))}`,
      sends(`${JSON_HEAD}content-length: ${body.length}\r\n\r\n${body}`),
    ],
  ),
  ...[
    "",
    ";;;",
    "text/html; charset=\u0000",
    "application/json; charset=utf-99",
    many("x", 10_000),
  ].map(
    (type): Odd => [
      `the type ${JSON.stringify(type.slice(0, 20))}`,
      sends(`${HEAD}content-type: ${type}\r\ncontent-length: 2\r\n\r\n{}`),
    ],
  ),
  ["events without an end", sends(`${events}data: ${many("x", 200_000)}`)],
  [
    "events of nonsense",
    sends(`${events}data: {\n\ndata: null\n\nid: \0\nretry: -1\n\n: x\n\ndata: []\n\n`),
  ],
  [
    "401 with a broken challenge",
    sends(
      'HTTP/1.1 401 No\r\nwww-authenticate: Bearer resource_metadata="http://[", =,,"\r\ncontent-length: 0\r\n\r\n',
    ),
  ],
];

/** A sound answer with some bytes left out, doubled or replaced. */
export function mutated(
  changes: readonly { readonly at: number; readonly bytes: Uint8Array; readonly cut: number }[],
): Uint8Array {
  let bytes = Buffer.from(`${chunked}24\r\n${BODY}\r\n0\r\n\r\n`, "latin1");
  for (const { at, bytes: put, cut } of changes) {
    const from = at % bytes.length;
    bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
  }
  return bytes;
}
