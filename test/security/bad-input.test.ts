import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Live, startLive } from "../live-server.ts";
import { sendRaw } from "../raw-request.ts";
import { tablesOf } from "../test-database.ts";

// Whatever a client sends, it gets a problem that says what is wrong, and nothing is written. The
// requests are written byte by byte, on a real socket.

const BODY_BYTES = 300_000;
const ADD = "/v1/tools/builtin:test_math:add/invoke";

type Case = {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  /** Added to Host, Authorization and Content-Length, or put in their place; null leaves one out. */
  readonly headers?: Record<string, string | null>;
  readonly body?: string | Uint8Array;
  readonly status: number;
  readonly code: string;
  /** Part of the message: the field, or what to do. */
  readonly says: string;
};

let live: Live;
let before: ReadonlyMap<string, string>;
let session: string;
let approval: string;

beforeAll(async () => {
  live = await startLive({
    settings: { limits: { body_bytes: BODY_BYTES, seal_every_ms: 600_000 } },
  });
  const opened = await live.call<{ id: string }>("POST", "/v1/sessions", { profile: "strict" });
  session = opened.body.id;
  const asked = await live.call<{ input_request: { approval_ids: [string] } }>("POST", ADD, {
    inputs: { a: 1, b: 2 },
    session_id: session,
  });
  [approval] = asked.body.input_request.approval_ids;
  // What ships is taken in behind the start.
  const total = async (path: string) =>
    (await live.call<{ total: number }>("GET", path)).body.total;
  await vi.waitFor(
    async () => {
      expect(await total("/v1/packs")).toBe(4);
      expect(await total("/v1/capabilities?kind=agent,skill")).toBe(5);
    },
    { timeout: 15_000 },
  );
  before = await contents();
});
afterEach(async () => {
  expect(await contents()).toEqual(before);
  expect(live.reported).toEqual([]);
});
afterAll(() => live.stop());

/** Every row of every table, but for a server's signs of life where several share them. */
async function contents(): Promise<ReadonlyMap<string, string>> {
  const tables = new Map(await tablesOf(live.home));
  tables.set("work", tables.get("work")?.replaceAll(/"lease_until":[^}]*/g, "") ?? "");
  return tables.set("notes", tables.get("notes")?.replace(/"owner:[^}]*/, "") ?? "");
}

function send({ method = "POST", path, headers = {}, body = "" }: Omit<Case, "status" | "code">) {
  const all: Record<string, string | null> = {
    host: `127.0.0.1:${live.port}`,
    authorization: `Bearer ${live.key}`,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  const target = path.replace(":session", session).replace(":approval", approval);
  return sendRaw(live.port, `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, body);
}

const json = (value: unknown) => JSON.stringify(value);
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const messages = "/v1/sessions/:session/messages";

const TYPES: Case[] = [
  {
    name: "inputs of a wrong type",
    path: ADD,
    body: json({ inputs: "1+2" }),
    status: 422,
    code: "INPUT_INVALID",
    says: "must be an object",
  },
  {
    name: "an input of a wrong type",
    path: ADD,
    body: json({ inputs: { a: "1", b: 2 } }),
    status: 422,
    code: "INPUT_INVALID",
    says: '"a" must be number',
  },
  {
    name: "a flag of a wrong type",
    path: ADD,
    body: json({ dry_run: "yes" }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"dry_run"',
  },
  {
    name: "a message of a wrong type",
    path: messages,
    body: json({ content: ["hi"] }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"content"',
  },
  {
    name: "a body that is a list",
    path: "/v1/sessions",
    body: "[]",
    status: 422,
    code: "REQUEST_INVALID",
    says: '"body"',
  },
  {
    name: "a body that is null",
    path: "/v1/sessions",
    body: "null",
    status: 422,
    code: "REQUEST_INVALID",
    says: '"body"',
  },
  {
    name: "a limit that is no number",
    method: "GET",
    path: "/v1/tools?limit=ten",
    status: 422,
    code: "REQUEST_INVALID",
    says: '"limit"',
  },
  {
    name: "a field that nobody knows",
    path: "/v1/approvals/:approval/run",
    body: json({ confirmed: true }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"confirmed"',
  },
];

const NAMES: Case[] = [
  ...[
    "builtin:test_math:power",
    "__proto__",
    "constructor",
    "toString",
    "%00",
    "x".repeat(5_000),
  ].map(
    (id): Case => ({
      name: `the tool ${id.slice(0, 30)}`,
      path: `/v1/tools/${id}/invoke`,
      body: json({ inputs: {} }),
      status: 404,
      code: "TOOL_NOT_FOUND",
      says: "GET /v1/tools",
    }),
  ),
  ...["__proto__", "x".repeat(5_000)].map(
    (id): Case => ({
      name: `the session ${id.slice(0, 30)}`,
      path: `/v1/sessions/${id}/messages`,
      body: json({ content: "hi" }),
      status: 404,
      code: "SESSION_NOT_FOUND",
      says: id,
    }),
  ),
  ...["__proto__", "x".repeat(5_000)].map(
    (id): Case => ({
      name: `the approval ${id.slice(0, 30)}`,
      path: `/v1/approvals/${id}/run`,
      status: 404,
      code: "APPROVAL_NOT_FOUND",
      says: id,
    }),
  ),
  {
    name: "an agent that needs the capability __proto__",
    path: "/v1/agents",
    body: json({ name: "a", capabilities: ["__proto__"] }),
    status: 422,
    code: "CAPABILITY_UNKNOWN",
    says: '"__proto__"',
  },
  {
    name: "a message_id that is too long",
    path: messages,
    body: json({ content: "hi", message_id: "x".repeat(256) }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"message_id"',
  },
  {
    name: "a context_id that is too long",
    path: ADD,
    body: json({ inputs: { a: 1, b: 2 }, context_id: "x".repeat(256) }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"context_id"',
  },
  {
    name: "a capability id that is too long",
    path: "/v1/agents",
    body: json({ name: "a", capabilities: ["x".repeat(129)] }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"capabilities.0"',
  },
];

const KEYS: Case[] = [
  {
    name: "__proto__ as a key of the body",
    path: ADD,
    body: '{"__proto__": {"inputs": {"a": 1, "b": 2}}}',
    status: 422,
    code: "REQUEST_INVALID",
    says: '"__proto__"',
  },
  {
    name: "__proto__ as a key of the inputs",
    path: ADD,
    body: '{"inputs": {"a": 1, "b": 2, "__proto__": {"c": 3}}}',
    status: 422,
    code: "REQUEST_INVALID",
    says: '"__proto__"',
  },
  {
    name: "__proto__ deep in the inputs, with an escape",
    path: ADD,
    body: '{"inputs": {"a": [{"\\u005f_proto__": null}], "b": 2}}',
    status: 422,
    code: "REQUEST_INVALID",
    says: '"__proto__"',
  },
  ...["constructor", "prototype", "toString", "hasOwnProperty"].map(
    (key): Case => ({
      name: `${key} as a key of the inputs`,
      path: ADD,
      body: json({ inputs: { a: 1, b: 2, [key]: 3 } }),
      status: 422,
      code: "INPUT_INVALID",
      says: `"${key}"`,
    }),
  ),
  {
    name: "constructor as a key of the body",
    path: ADD,
    body: json({ inputs: { a: 1, b: 2 }, constructor: 1 }),
    status: 422,
    code: "REQUEST_INVALID",
    says: '"constructor"',
  },
];

const BODIES: Case[] = [
  {
    name: "a body over the limit, by Content-Length",
    path: ADD,
    body: " ".repeat(BODY_BYTES + 1),
    status: 413,
    code: "BODY_TOO_LARGE",
    says: `${BODY_BYTES} bytes`,
  },
  {
    name: "a Content-Length over the limit, and no body at all",
    path: ADD,
    headers: { "content-length": "999999999999" },
    status: 413,
    code: "BODY_TOO_LARGE",
    says: `${BODY_BYTES} bytes`,
  },
  {
    name: "A88: a body over the limit, in chunks",
    path: ADD,
    headers: { "content-length": null, "transfer-encoding": "chunked" },
    body: `${`${(10_000).toString(16)}\r\n${" ".repeat(10_000)}\r\n`.repeat(31)}0\r\n\r\n`,
    status: 413,
    code: "BODY_TOO_LARGE",
    says: `${BODY_BYTES} bytes`,
  },
  ...["{", "{'inputs': {}}", "inputs=1", '{"inputs": {}}x', "\u0000"].map(
    (body): Case => ({
      name: `broken JSON: ${json(body)}`,
      path: ADD,
      body,
      status: 400,
      code: "JSON_INVALID",
      says: "not valid JSON",
    }),
  ),
  {
    name: "an empty body where a field is needed",
    path: messages,
    status: 422,
    code: "REQUEST_INVALID",
    says: '"content"',
  },
  {
    name: "an empty body where an input is needed",
    path: ADD,
    status: 422,
    code: "INPUT_INVALID",
    says: '"a" is missing',
  },
  {
    name: "A88: lists nested 100,000 deep",
    path: ADD,
    body: deep("[", "]"),
    status: 422,
    code: "REQUEST_INVALID",
    says: "100 levels",
  },
  {
    name: "A88: inputs nested 20,000 deep",
    path: ADD,
    body: `{"inputs":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`,
    status: 422,
    code: "REQUEST_INVALID",
    says: "100 levels",
  },
  {
    name: "A88: half a surrogate pair, escaped, in a message",
    path: messages,
    body: '{"content": "\\ud800"}',
    status: 422,
    code: "REQUEST_INVALID",
    says: "send Unicode",
  },
  {
    name: "A88: half a surrogate pair, escaped, as a key",
    path: ADD,
    body: '{"inputs": {"\\udfff": 1}}',
    status: 422,
    code: "REQUEST_INVALID",
    says: "send Unicode",
  },
  {
    name: "A88: half a surrogate pair, as bytes",
    path: messages,
    body: Buffer.concat([
      Buffer.from('{"content": "'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
    status: 400,
    code: "JSON_INVALID",
    says: "UTF-8",
  },
];

const CALLERS: Case[] = [
  { name: "A83: no key", headers: { authorization: null } },
  { name: "an empty key", headers: { authorization: "Bearer " } },
  { name: "a key of another kind", headers: { authorization: "Basic b3duZXI6" } },
  { name: "a key in the query", headers: { authorization: null }, query: "?token=KEY&api_key=KEY" },
  { name: "a key in a cookie", headers: { authorization: null, cookie: "token=KEY" } },
  { name: "a wrong key", headers: { authorization: "Bearer cap_wrong" }, says: "unknown" },
  { name: "two keys", headers: { authorization: "Bearer KEY, Bearer KEY" } },
].map(({ name, headers, query = "", says = "Authorization: Bearer" }) => ({
  name,
  path: `${ADD}${query}`,
  headers,
  body: json({ inputs: { a: 1, b: 2 } }),
  status: 401,
  code: "UNAUTHENTICATED",
  says,
}));

const PLACES: Case[] = [
  ...[
    "evil.com",
    "evil.com:PORT",
    "127.0.0.1.evil.com:PORT",
    "localhost.evil.com",
    "rebind.127.0.0.1.nip.io:PORT",
    "127.0.0.2:PORT",
    "0.0.0.0:PORT",
  ].map(
    (host): Case => ({
      name: `A83: the Host ${host}`,
      path: ADD,
      headers: { host },
      body: json({ inputs: { a: 1, b: 2 } }),
      status: 403,
      code: "HOST_FOREIGN",
      says: "does not answer for",
    }),
  ),
  ...["http://evil.com", "null", "http://127.0.0.1:1", "http://localhost:PORT", "file://"].map(
    (origin): Case => ({
      name: `A83: the Origin ${origin}`,
      path: ADD,
      headers: { origin },
      body: json({ inputs: { a: 1, b: 2 } }),
      status: 403,
      code: "ORIGIN_FOREIGN",
      says: "may not call this server",
    }),
  ),
  ...[
    ["PUT", ADD],
    ["DELETE", "/v1/sessions"],
    ["OPTIONS", ADD],
    ["TRACE", "/v1/sessions"],
    ["POST", "/healthz"],
    ["POST", "/v1/nothing"],
    ["GET", "/v2/tools"],
    ["GET", "/../package.json"],
    ["GET", "/../../../../etc/passwd"],
    ["GET", "/%2e%2e/package.json"],
    ["GET", "/%2e%2e%2fpackage.json"],
    ["GET", "/..%2fpackage.json"],
    ["GET", "/style.css/../../package.json"],
    ["GET", "//etc/passwd"],
    ["GET", "/index.html%00.css"],
  ].map(
    ([method = "", path = ""]): Case => ({
      name: `${method} ${path}`,
      method,
      path,
      status: 404,
      code: "ROUTE_NOT_FOUND",
      says: "Nothing at",
    }),
  ),
];

const GROUPS = Object.entries({ TYPES, NAMES, KEYS, BODIES, CALLERS, PLACES });

describe.each(GROUPS)("%s", (_group, cases) => {
  test.each(cases)("X20: $name is $status $code", async ({ status, code, says, ...request }) => {
    const fill = (text: string) =>
      text.replaceAll("PORT", String(live.port)).replaceAll("KEY", live.key);
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name, value && fill(value)]),
    );
    const answer = await send({ ...request, says, path: fill(request.path), headers });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const problem = JSON.parse(answer.text);
    expect(problem).toMatchObject({ status, code, retryable: false });
    expect(problem.message).toContain(says);
    expect(problem.detail).toBe(problem.message);
    expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|"stack"|\.ts:\d/);
    expect(answer.text).not.toContain(live.key);
  });
});

describe("what is no request that the app could see", () => {
  test.each([
    { name: "no Host", start: "GET /healthz HTTP/1.1\r\n", status: 400 },
    { name: "no Host, as HTTP/1.0", start: "GET /healthz HTTP/1.0\r\n", status: 400 },
    { name: "no HTTP", start: "HELO capstan\r\n", status: 400 },
    {
      name: "two lengths",
      start: "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n",
      status: 400,
    },
    {
      name: "a line that is too long",
      start: `GET /${"x".repeat(20_000)} HTTP/1.1\r\n`,
      status: 431,
    },
    {
      name: "a backslash in the path",
      start: "GET /..\\package.json HTTP/1.1\r\nhost: localhost\r\n",
      status: 400,
    },
    {
      name: "a Host with a path",
      start: "GET / HTTP/1.1\r\nhost: localhost/x@evil.com\r\n",
      status: 400,
    },
  ])("X20: $name is $status, as a problem too", async ({ start, status }) => {
    const answer = await sendRaw(live.port, `${start}connection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    const code = status === 431 ? "HEADERS_TOO_LARGE" : "HTTP_INVALID";
    expect(JSON.parse(answer.text)).toMatchObject({ status, code, retryable: false });
  });
});

test("the rows that are compared are real: a good request changes them", async () => {
  const good = { inputs: { a: 1, b: 2 }, message_id: "m1" };
  const { status, body } = await live.call("POST", ADD, good);
  expect({ status, body }).toMatchObject({ status: 200, body: { outputs: { result: 3 } } });
  const after = await contents();
  for (const table of ["audit", "invocations"])
    expect(after.get(table)).not.toBe(before.get(table));
  before = after;
});

test("a client that goes away in the middle of its body leaves nothing in the log", async () => {
  for (const [method, path] of [
    ["POST", ADD],
    ["PUT", `/v1/sessions/${session}/files/half.txt`],
  ]) {
    await new Promise<void>((resolve) => {
      const socket = connect(live.port, "127.0.0.1", () => {
        socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${live.port}\r\n` +
            `Authorization: Bearer ${live.key}\r\nContent-Length: 1000\r\n\r\n{"inputs":`,
        );
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on("close", () => resolve());
      socket.on("error", () => {});
    });
  }
  await delay(200);
  expect(live.reported).toEqual([]);
});
