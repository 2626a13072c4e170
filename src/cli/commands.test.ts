import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import type { Routes } from "./testing/fake-server.ts";
import { runAgainst } from "./testing/run-cli.ts";
import {
  AGENT,
  APPROVAL,
  ASSISTANT_MESSAGE,
  AUDIT_RECORD,
  CAPABILITY,
  CONTEXT,
  EVENT,
  EXPLANATION,
  EXTENSION,
  FILE,
  FOLDER,
  GRANT,
  MCP_SERVER,
  OUTCOME,
  PACK,
  SECRET,
  SESSION,
  SKILL,
  TOKEN,
  TOOL,
  USER_MESSAGE,
} from "./testing/samples.ts";

const TOOL_PATH = "/v1/tools/builtin%3Atest_math%3Aadd";
const MANIFEST = join(mkdtempSync(join(tmpdir(), "capstan-cli-")), "my_service.json");
writeFileSync(MANIFEST, JSON.stringify({ id: "my_service" }));
const MESSAGES = [USER_MESSAGE, ASSISTANT_MESSAGE];

/** One answer for every endpoint that the command line uses. */
const OPENING = {
  ...{ capability_id: "ext:files", root: "/srv/reports", host: null, verbs: ["read"] },
  ...{ from: "given", session_id: null, given_by: "owner", given_at: "2026-03-01T10:00:00.000Z" },
  ...{ machine: "here", is_here: true, is_same: true },
};
const ACCESS = {
  ...{ capability_id: "ext:files", machine: "here", hosts: [], items: [OPENING] },
  paths: [{ root: "/srv/reports", verbs: ["read"] }],
};
const ANSWERS = {
  "GET /v1/tools": list(TOOL),
  [`GET ${TOOL_PATH}`]: TOOL,
  [`POST ${TOOL_PATH}/invoke`]: OUTCOME,
  "GET /v1/capabilities": list(CAPABILITY),
  "GET /v1/capabilities/test_math": CAPABILITY,
  "POST /v1/capabilities": CAPABILITY,
  "POST /v1/capabilities/test": {
    kind: "pack",
    name: "incident-triage",
    ok: true,
    items: [
      { name: "greet: example 1", state: "passed", message: "exit code 0", duration_ms: 120 },
    ],
  },
  "POST /v1/capabilities/check": { id: "ext:my_service", version: "1.0.0", tools: 1 },
  "DELETE /v1/capabilities/ext%3Amy_service": { id: "ext:my_service", removed: true },
  "POST /v1/capabilities/install": { kind: "pack", pack: PACK },
  "POST /v1/capabilities/skill%3Ahello/refresh": FOLDER,
  "GET /v1/skills": { items: [SKILL], total: 1 },
  "GET /v1/skills/hello": SKILL,
  "POST /v1/skills/hello/invoke": OUTCOME,
  "POST /v1/contexts/c1/cancel": {
    id: "c1",
    state: "failed",
    outcome: { ...OUTCOME, error: { code: "CANCELLED", message: "Cancelled by owner." } },
    children: [{ context_id: "dlg_1", target: "worker", state: "failed", is_delivered: false }],
  },
  "POST /v1/capabilities/check-folder": {
    kind: "skill",
    name: "hello",
    ok: true,
    items: [{ name: "check", state: "passed", message: "well formed: 2 files", duration_ms: 0 }],
  },
  "GET /v1/contexts/c1": CONTEXT,
  "PATCH /v1/capabilities/skill%3Ahello": { ...CAPABILITY, id: "skill:hello" },
  "GET /v1/extensions": { items: [EXTENSION], total: 1 },
  "GET /v1/extensions/demo.hello": {
    ...EXTENSION,
    files: [{ path: "manifest.json", size_bytes: 9 }],
    plan: [{ when: "install", action: "exec.shell", details: "{}" }],
  },
  "PATCH /v1/extensions/demo.hello": EXTENSION,
  "DELETE /v1/extensions/demo.hello": { id: "demo.hello", removed: true },
  "GET /v1/packs": { items: [PACK], total: 1 },
  "POST /v1/packs": PACK,
  "GET /v1/packs/incident-triage": {
    ...PACK,
    files: [{ path: "SKILL.md", size_bytes: 9 }],
    tools: [{ name: "count", description: "Counts." }],
    tools_problem: null,
    folder_problem: null,
    changed_files: [{ path: "docs/a.md", change: "added" }],
  },
  "POST /v1/packs/incident-triage/refresh": PACK,
  "DELETE /v1/packs/incident-triage": { id: "incident-triage", removed: true },
  "POST /v1/packs/trust": { added: ["incident-triage"], refused: [], mcp_servers: [] },
  "POST /v1/backup": { path: "/tmp/copy.db", size_bytes: 10 },
  "POST /v1/sign-in/codes": { code: "abc" },
  "GET /v1/agents": list(AGENT),
  "POST /v1/agents": AGENT,
  "GET /v1/agents/agent_1": AGENT,
  "PATCH /v1/agents/agent_1": AGENT,
  "DELETE /v1/agents/agent_1": { id: "agent_1", removed: true },
  "GET /v1/agents/agent_1/preview": {
    system_prompt: "You add.",
    tools: [TOOL],
    warnings: ["Two tools are called add."],
    estimated_tokens: 120,
  },
  "GET /v1/sessions": list(SESSION),
  "POST /v1/sessions": SESSION,
  "GET /v1/sessions/session_1": SESSION,
  "POST /v1/sessions/session_1/messages": {
    message: USER_MESSAGE,
    session: SESSION,
    messages: MESSAGES,
  },
  "GET /v1/sessions/session_1/messages": list(...MESSAGES),
  "GET /v1/sessions/session_1/events": list(EVENT),
  "POST /v1/sessions/session_1/resume": { session: SESSION, messages: [] },
  "POST /v1/sessions/session_1/cancel": SESSION,
  "PATCH /v1/sessions/session_1": { ...SESSION, title: "Sums" },
  "POST /v1/sessions/session_1/fork": { ...SESSION, id: "session_2" },
  "DELETE /v1/sessions/session_1": { id: "session_1", erased: true },
  "GET /v1/sessions/session_1/files": list(FILE),
  "PUT /v1/sessions/session_1/files/a/b%20c.txt": { ...FILE, created: true },
  "DELETE /v1/sessions/session_1/files/a.txt": { path: "/a.txt", deleted: true },
  "GET /v1/approvals": list(APPROVAL),
  "GET /v1/approvals/appr_1": APPROVAL,
  "POST /v1/approvals/appr_1/run": { approval: { ...APPROVAL, state: "used" }, outcome: OUTCOME },
  "POST /v1/approvals/appr_1/deny": {
    approval: { ...APPROVAL, state: "denied" },
    outcome: { ...OUTCOME, state: "blocked" },
  },
  "GET /v1/audit": list(AUDIT_RECORD),
  "GET /v1/audit/verify": { ok: true, streams: 2, records: 9, checkpoints: 3 },
  "GET /v1/audit/proof": { records: [], checkpoint: "c" },
  "GET /v1/audit/checkpoint": { checkpoint: null, public_key: "-----BEGIN PUBLIC KEY-----" },
  "GET /v1/access": list(OPENING),
  "GET /v1/capabilities/ext%3Afiles/access": ACCESS,
  "PUT /v1/capabilities/ext%3Afiles/access": ACCESS,
  "GET /v1/grants": list(GRANT),
  "DELETE /v1/grants/grant_1": { id: "grant_1", revoked: true },
  "POST /v1/policy/check": { ok: true, files: 2, problems: [] },
  "POST /v1/policy/explain": EXPLANATION,
  "GET /v1/mcp-servers": list(MCP_SERVER),
  "POST /v1/mcp-servers": MCP_SERVER,
  "GET /v1/mcp-servers/files": {
    ...MCP_SERVER,
    changed: [
      {
        tool_id: "mcp:files:read",
        changed_at: "2026-03-01T09:00:00.000Z",
        parts: [{ part: "says that", before: "Reads files.", after: "Sends files." }],
      },
    ],
  },
  "DELETE /v1/mcp-servers/files": { id: "files", removed: true },
  "POST /v1/mcp-servers/files/refresh": MCP_SERVER,
  "POST /v1/mcp-servers/files/sign-in": {
    id: "files",
    url: "https://auth.example.com/authorize",
  },
  "GET /v1/secrets": list(SECRET),
  "PUT /v1/secrets/API": { secret: SECRET, warning: "It is short." },
  "DELETE /v1/secrets/API": { name: "API", removed: true },
  "GET /v1/tokens": list(TOKEN),
  "POST /v1/tokens": { ...TOKEN, token: "cap_new" },
  "DELETE /v1/tokens/token_1": { id: "token_1", revoked: true },
  "POST /v1/admin/token": { token: "capa_x", expires_at: "2026-03-01T10:15:00.000Z" },
  "POST /v1/halt": { halted: true, halt: { by: "admin", reason: "a drill", since: "now" } },
};
const ROUTES: Routes = Object.fromEntries(
  Object.entries(ANSWERS).map(([route, body]) => [route, { body }]),
);

type Case = {
  name: string;
  rest?: string[];
  asks: keyof typeof ANSWERS;
  query?: string;
  shows: string;
};
const CASES: Case[] = [
  {
    name: "tools list",
    asks: "GET /v1/tools",
    shows: "builtin:test_math:add  LOW   yes      Adds two numbers.",
  },
  {
    name: "tools search",
    rest: ["add up"],
    asks: "GET /v1/tools",
    query: "?search=add+up",
    shows: "TOOL",
  },
  {
    name: "tools show",
    rest: [TOOL.tool_id],
    asks: `GET ${TOOL_PATH}`,
    shows: "risk        LOW (declared)",
  },
  {
    name: "backup",
    rest: ["/tmp/copy.db"],
    asks: "POST /v1/backup",
    shows: "capstan restore /tmp/copy.db",
  },
  {
    name: "console",
    asks: "POST /v1/sign-in/codes",
    shows: "/#code=abc",
  },
  {
    name: "tools call",
    rest: [TOOL.tool_id],
    asks: `POST ${TOOL_PATH}/invoke`,
    shows: '  "sum": 5',
  },
  {
    name: "capabilities list",
    rest: ["--status", "available"],
    asks: "GET /v1/capabilities",
    query: "?status=available",
    shows: "test_math   1.0.0    available  1      A calculator.",
  },
  {
    name: "capabilities show",
    rest: ["test_math"],
    asks: "GET /v1/capabilities/test_math",
    shows: "needs       noop@^1.0.0",
  },
  {
    name: "capabilities check",
    rest: [MANIFEST],
    asks: "POST /v1/capabilities/check",
    shows: "ext:my_service 1.0.0 is well formed: 1 tool.",
  },
  {
    name: "capabilities test",
    rest: ["packs/incident-triage"],
    asks: "POST /v1/capabilities/test",
    shows: "passed  greet: example 1  exit code 0, 120 ms",
  },
  {
    name: "capabilities add",
    rest: [MANIFEST],
    asks: "POST /v1/capabilities",
    shows: "needs       noop@^1.0.0",
  },
  {
    name: "capabilities remove",
    rest: ["ext:my_service"],
    asks: "DELETE /v1/capabilities/ext%3Amy_service",
    shows: "Capability ext:my_service is removed.",
  },
  {
    name: "capabilities install",
    rest: ["packs/incident-triage"],
    asks: "POST /v1/capabilities/install",
    shows: "  Triage incidents.",
  },
  {
    name: "capabilities refresh",
    rest: ["skill:hello"],
    asks: "POST /v1/capabilities/skill%3Ahello/refresh",
    shows: "skill    skill:hello",
  },
  {
    name: "capabilities enable",
    rest: ["skill:hello"],
    asks: "PATCH /v1/capabilities/skill%3Ahello",
    shows: "Capability skill:hello is enabled.",
  },
  {
    name: "capabilities disable",
    rest: ["skill:hello"],
    asks: "PATCH /v1/capabilities/skill%3Ahello",
    shows: "Capability skill:hello is disabled.",
  },
  { name: "skills list", asks: "GET /v1/skills", shows: "hello  1.0.0    yes" },
  {
    name: "skills show",
    rest: ["hello"],
    asks: "GET /v1/skills/hello",
    shows: "turns       4 at most",
  },
  {
    name: "skills invoke",
    rest: ["hello", "--context", "c1", "--input", "{}"],
    asks: "POST /v1/skills/hello/invoke",
    shows: "5",
  },
  {
    name: "skills resume",
    rest: ["c1", "--input", "{}"],
    asks: "POST /v1/skills/hello/invoke",
    shows: "5",
  },
  {
    name: "skills cancel",
    rest: ["c1"],
    asks: "POST /v1/contexts/c1/cancel",
    shows: "c1: Cancelled by owner.",
  },
  {
    name: "skills check",
    rest: ["skills/hello"],
    asks: "POST /v1/capabilities/check-folder",
    shows: "hello passes.",
  },
  {
    name: "extensions install",
    rest: ["packs/incident-triage"],
    asks: "POST /v1/capabilities/install",
    shows: 'It is of the kind "pack", and was taken in as one.',
  },
  {
    name: "extensions list",
    asks: "GET /v1/extensions",
    shows: "demo.hello  1.0.0    yes      0/1",
  },
  {
    name: "extensions show",
    rest: ["demo.hello"],
    asks: "GET /v1/extensions/demo.hello",
    shows: "install plan, of which nothing was run\n  install: exec.shell {}",
  },
  {
    name: "extensions enable",
    rest: ["demo.hello"],
    asks: "PATCH /v1/extensions/demo.hello",
    shows: "Extension demo.hello is enabled.",
  },
  {
    name: "extensions disable",
    rest: ["demo.hello"],
    asks: "PATCH /v1/extensions/demo.hello",
    shows: "Extension demo.hello is disabled.",
  },
  {
    name: "extensions remove",
    rest: ["demo.hello"],
    asks: "DELETE /v1/extensions/demo.hello",
    shows: "Extension demo.hello is removed.",
  },
  { name: "packs list", asks: "GET /v1/packs", shows: "incident-triage  yes" },
  {
    name: "packs add",
    rest: ["packs/incident-triage"],
    asks: "POST /v1/packs",
    shows: "--attach incident-triage",
  },
  {
    name: "packs show",
    rest: ["incident-triage"],
    asks: "GET /v1/packs/incident-triage",
    shows: "  added: docs/a.md",
  },
  {
    name: "packs refresh",
    rest: ["incident-triage"],
    asks: "POST /v1/packs/incident-triage/refresh",
    shows: "notes\n  Odd.",
  },
  {
    name: "packs remove",
    rest: ["incident-triage"],
    asks: "DELETE /v1/packs/incident-triage",
    shows: "Pack incident-triage is removed.",
  },
  {
    name: "trust",
    rest: ["project"],
    asks: "POST /v1/packs/trust",
    shows: "Found: incident-triage.",
  },
  { name: "agents list", asks: "GET /v1/agents", shows: "agent_1  helper  noop, test_math@^1.0.0" },
  { name: "agents show", rest: ["agent_1"], asks: "GET /v1/agents/agent_1", shows: "  You help." },
  {
    name: "agents create",
    rest: ["--name", "helper", "--capabilities", "noop,test_math@^1.0.0"],
    asks: "POST /v1/agents",
    shows: "helper",
  },
  {
    name: "agents update",
    rest: ["agent_1", "--name", "helper"],
    asks: "PATCH /v1/agents/agent_1",
    shows: "helper",
  },
  {
    name: "agents remove",
    rest: ["agent_1"],
    asks: "DELETE /v1/agents/agent_1",
    shows: "Agent agent_1 is removed.",
  },
  {
    name: "agents preview",
    rest: ["agent_1"],
    asks: "GET /v1/agents/agent_1/preview",
    shows: "Warning: Two tools are called add.",
  },
  { name: "sessions create", asks: "POST /v1/sessions", shows: "capstan sessions send session_1" },
  {
    name: "sessions send",
    rest: ["session_1", "hello"],
    asks: "POST /v1/sessions/session_1/messages",
    query: "?wait_ms=60000",
    shows: "assistant:\n  It is 5.",
  },
  {
    name: "sessions list",
    rest: ["--search", "May"],
    asks: "GET /v1/sessions",
    query: "?search=May",
    shows: "session_1  completed  1     2026",
  },
  {
    name: "sessions show",
    rest: ["session_1"],
    asks: "GET /v1/sessions/session_1",
    shows: "user:\n  What is 2 + 3?\nassistant:\n  It is 5.\nSession session_1: completed, turn 1",
  },
  {
    name: "sessions events",
    rest: ["session_1", "--since", "0"],
    asks: "GET /v1/sessions/session_1/events",
    query: "?since=0",
    shows: 'turn.started  {"a":1}',
  },
  {
    name: "sessions resume",
    rest: ["session_1", "--reconcile", "ran"],
    asks: "POST /v1/sessions/session_1/resume",
    shows: "Session session_1: completed",
  },
  {
    name: "sessions cancel",
    rest: ["session_1"],
    asks: "POST /v1/sessions/session_1/cancel",
    shows: "Session session_1",
  },
  {
    name: "sessions rename",
    rest: ["session_1", "Sums"],
    asks: "PATCH /v1/sessions/session_1",
    shows: 'Session session_1 is now called "Sums".',
  },
  {
    name: "sessions fork",
    rest: ["session_1", "--message-id", "msg_1"],
    asks: "POST /v1/sessions/session_1/fork",
    shows: "capstan chat --session session_2",
  },
  {
    name: "sessions delete",
    rest: ["session_1", "--yes"],
    asks: "DELETE /v1/sessions/session_1",
    shows: "Session session_1 is erased.",
  },
  {
    name: "files list",
    rest: ["session_1", "--path", "/a", "--recursive"],
    asks: "GET /v1/sessions/session_1/files",
    query: "?path=%2Fa&recursive=1",
    shows: "12    2026-03-01T09:00:00.000Z  /a.txt",
  },
  {
    name: "files put",
    rest: ["session_1", MANIFEST, "--to", "/a/b c.txt"],
    asks: "PUT /v1/sessions/session_1/files/a/b%20c.txt",
    shows: "Wrote /a.txt (12 bytes).",
  },
  {
    name: "files delete",
    rest: ["session_1", "/a.txt", "--recursive"],
    asks: "DELETE /v1/sessions/session_1/files/a.txt",
    query: "?recursive=1",
    shows: "/a.txt is deleted.",
  },
  {
    name: "approvals list",
    asks: "GET /v1/approvals",
    query: "?state=pending",
    shows: "appr_1    pending  HIGH",
  },
  { name: "approvals show", rest: ["appr_1"], asks: "GET /v1/approvals/appr_1", shows: "HIGH" },
  {
    name: "approvals run",
    rest: ["appr_1"],
    asks: "POST /v1/approvals/appr_1/run",
    shows: "Approval appr_1: used",
  },
  {
    name: "approvals deny",
    rest: ["appr_1"],
    asks: "POST /v1/approvals/appr_1/deny",
    shows: "Approval appr_1: denied",
  },
  { name: "audit tail", asks: "GET /v1/audit", query: "?limit=20", shows: "session_1#4" },
  {
    name: "audit verify",
    asks: "GET /v1/audit/verify",
    shows: "unchanged: 9 records in 2 streams, 3 signed checkpoints.",
  },
  {
    name: "audit prove",
    rest: ["inv_1"],
    asks: "GET /v1/audit/proof",
    query: "?invocation_id=inv_1",
    shows: '"checkpoint":"c"',
  },
  { name: "audit checkpoint", asks: "GET /v1/audit/checkpoint", shows: "no checkpoint yet" },
  { name: "audit key", asks: "GET /v1/audit/checkpoint", shows: "BEGIN PUBLIC KEY" },
  { name: "access list", asks: "GET /v1/access", shows: "/srv/reports  read" },
  {
    name: "access allow",
    rest: ["ext:files", "/srv/plans", "--write"],
    asks: "PUT /v1/capabilities/ext%3Afiles/access",
    shows: "/srv/plans is open to ext:files, to read and write.",
  },
  {
    name: "access revoke",
    rest: ["ext:files", "/srv/reports"],
    asks: "PUT /v1/capabilities/ext%3Afiles/access",
    shows: "/srv/reports is closed to ext:files.",
  },
  { name: "grants list", asks: "GET /v1/grants", shows: "any input  every session of owner" },
  {
    name: "grants revoke",
    rest: ["grant_1"],
    asks: "DELETE /v1/grants/grant_1",
    shows: "the next call asks again",
  },
  { name: "policy check", asks: "POST /v1/policy/check", shows: "All policies are valid" },
  {
    name: "policy explain",
    rest: [TOOL.tool_id],
    asks: "POST /v1/policy/explain",
    shows: "permit risk.low  profile risk:7  Reads are fine.",
  },
  { name: "secrets list", asks: "GET /v1/secrets", shows: "API     1234     mcp:github:*" },
  {
    name: "secrets set",
    rest: ["API"],
    asks: "PUT /v1/secrets/API",
    shows: "Warning: It is short.",
  },
  {
    name: "secrets remove",
    rest: ["API"],
    asks: "DELETE /v1/secrets/API",
    shows: "API is removed",
  },
  {
    name: "mcp list",
    asks: "GET /v1/mcp-servers",
    shows: "files   ready  2      local-mcp  node /srv/files.mjs",
  },
  {
    name: "mcp show",
    rest: ["files"],
    asks: "GET /v1/mcp-servers/files",
    shows: "says that\n      before: Reads files.\n      now:    Sends files.",
  },
  {
    name: "mcp add",
    rest: ["files", "--read", "/srv/data", "node", "/srv/files.mjs"],
    asks: "POST /v1/mcp-servers",
    shows: "files  ready  2 tools",
  },
  {
    name: "mcp refresh",
    rest: ["files"],
    asks: "POST /v1/mcp-servers/files/refresh",
    shows: "It cannot see /srv/data",
  },
  {
    name: "mcp login",
    rest: ["files"],
    asks: "POST /v1/mcp-servers/files/sign-in",
    shows: "https://auth.example.com/authorize",
  },
  {
    name: "mcp remove",
    rest: ["files"],
    asks: "DELETE /v1/mcp-servers/files",
    shows: "files is removed",
  },
  { name: "tokens list", asks: "GET /v1/tokens", shows: "token_1  bot   invoke" },
  {
    name: "tokens create",
    rest: ["--name", "bot"],
    asks: "POST /v1/tokens",
    shows: "shown only this once:\ncap_new",
  },
  {
    name: "tokens revoke",
    rest: ["token_1"],
    asks: "DELETE /v1/tokens/token_1",
    shows: "is revoked",
  },
  {
    name: "admin token",
    asks: "POST /v1/admin/token",
    shows: "until 2026-03-01T10:15:00.000Z:\ncapa_x",
  },
  {
    name: "halt",
    rest: ["--reason", "a drill"],
    asks: "POST /v1/halt",
    shows: "Everything is stopped, by admin since now: a drill.",
  },
];

/** As somebody would have it who manages the server, with a value piped in. */
const GIVEN = { env: { CAPSTAN_ADMIN_KEY: "admin key" }, stdin: "a value\n" };

describe("every command", () => {
  test.each(CASES)(
    "$name shows its answer to a person",
    async ({ name, rest = [], asks, query = "", shows }) => {
      const { code, out, err, seen } = await runAgainst(
        ROUTES,
        [...name.split(" "), ...rest],
        GIVEN,
      );
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(shows);
      expect(seen.map((it) => `${it.method} ${it.url}`)).toContain(`${asks}${query}`);
    },
  );

  test.each(CASES)(
    "$name --json prints exactly the server's JSON",
    async ({ name, rest = [], asks }) => {
      const ran = await runAgainst(ROUTES, [...name.split(" "), ...rest, "--json"], GIVEN);
      expect(ran).toMatchObject({ code: 0, err: "", out: JSON.stringify(ANSWERS[asks]) });
    },
  );

  test("is covered here, but for those that need more", () => {
    const elsewhere = [
      "serve",
      "mcp serve",
      "worker",
      "restore",
      "doctor",
      "chat",
      "do",
      "undo",
      "status",
      "version",
      "files get",
      "capabilities new",
      "capabilities new agent",
      "capabilities new pack",
      "capabilities new skill",
      "admin reset",
      "mcp import",
      "policy replay",
      "audit export",
      "completion",
      // A whole hub: test/e2e/hub.
      ...COMMANDS.flatMap(({ name }) => (name.startsWith("hub ") ? [name] : [])),
    ];
    const covered = [...CASES.map(({ name }) => name), ...elsewhere];
    expect(covered.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });
});

test("capabilities test ends with 1 where something failed, and says what", async () => {
  const item = {
    name: "greet: example 1",
    state: "failed",
    message: "exit code 2",
    duration_ms: 9,
  };
  const routes = {
    "POST /v1/capabilities/test": {
      body: { kind: "pack", name: "greeter", ok: false, items: [item] },
    },
  };
  const { code, out } = await runAgainst(routes, ["capabilities", "test", "greeter"]);
  expect(code).toBe(1);
  expect(out).toContain("greet: example 1 failed:\n  exit code 2");
  expect(out).toContain("greeter does not pass: 1 of 1 failed.");
  expect((await runAgainst(routes, ["capabilities", "test", "x", "--json"])).code).toBe(1);
});

describe("lists", () => {
  test("X27: says how many there are when not all are shown", async () => {
    const routes = { "GET /v1/tools": { body: { items: [TOOL], total: 40 } } };
    expect((await runAgainst(routes, ["tools", "list"])).out).toContain("1 of 40 shown.");
  });

  test("X27: says None for an empty one", async () => {
    const routes = { "GET /v1/approvals": { body: { items: [], total: 0 } } };
    const { out, seen } = await runAgainst(routes, ["approvals", "list", "--state", "all"]);
    expect({ out, url: seen[0]?.url }).toEqual({ out: "None.", url: "/v1/approvals" });
  });

  test("A93, A94: shows hostile text as escapes, also in JSON on a terminal", async () => {
    const tool = { ...TOOL, description: "\u001b[2J\u202e" };
    const routes = {
      "GET /v1/tools": { text: `{"items":[${JSON.stringify(tool)}],\n\t"total":1}` },
    };
    const human = await runAgainst(routes, ["tools", "list"]);
    expect(human.out).toContain("\\u{1b}[2J\\u{202e}");
    const json = await runAgainst(routes, ["tools", "list", "--json"], { isTty: true });
    expect(json.out).toContain("\\u202e");
    expect(json.out).not.toMatch(/[\n\t\u202e]/);
    expect(JSON.parse(json.out)).toEqual({ items: [tool], total: 1 });
  });
});

function list<T>(...items: T[]) {
  return { items, total: items.length };
}
