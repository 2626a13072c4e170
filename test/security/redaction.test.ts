import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createKeyring, newMasterKey } from "../../src/base/keyring.ts";
import { createRedactor } from "../../src/base/redaction/redactor.ts";
import { protectStore } from "../../src/gate/secrets/protect-store.ts";
import { openSecrets } from "../../src/gate/secrets/secrets.ts";
import type { Change } from "../../src/stores/journal.ts";
import { openPostgresStore } from "../../src/stores/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/stores/store.ts";
import {
  fixtureId,
  fixtureTime,
  makeAgent,
  makeApproval,
  makeAuditEntry,
  makeBundle,
  makeContext,
  makeContextEvent,
  makeDelivery,
  makeEvent,
  makeFact,
  makeFile,
  makeGrant,
  makeHalt,
  makeInvocation,
  makeLedgerEntry,
  makeMessage,
  makeOpening,
  makeOutcome,
  makePrincipal,
  makeSession,
  makeToken,
} from "../../src/testing/fixtures.ts";
import { makeChangeSet, makeMove } from "../../src/testing/make-change-set.ts";
import { makeDelegation } from "../../src/testing/make-delegation.ts";
import { makePack } from "../../src/testing/make-folder.ts";
import { makeHubInstall, makePinnedKey, makeStoredHub } from "../../src/testing/make-hub.ts";
import { temporaryDatabase } from "../../src/testing/temporary-database.ts";
import { ON_POSTGRES, postgresTables } from "../test-database.ts";

// A107, for everything durable: whatever kind of change carries a secret, in whatever encoding, no
// byte of the database may give it away.

const SECRET = `Tr0ub4dor&3/"käse"+<x>`;

const hex = (text: string) => Buffer.from(text).toString("hex");
const ENCODINGS: string[] = [
  SECRET,
  Buffer.from(SECRET).toString("base64"),
  Buffer.from(`a${SECRET}b`).toString("base64"),
  Buffer.from(`ab${SECRET}`).toString("base64"),
  Buffer.from(SECRET).toString("base64url"),
  encodeURIComponent(SECRET),
  encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
  JSON.stringify(SECRET),
  JSON.stringify(SECRET).replaceAll("/", "\\/").replaceAll("ä", "\\u00e4"),
  SECRET.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
  hex(SECRET),
  hex(SECRET).toUpperCase(),
];

/** What must be in no file: each holds enough of the secret to know it. */
const TRACES: readonly string[] = [
  "Tr0ub4dor",
  "käse",
  "VHIwdWI0ZG9y",
  "RyMHViNGRvc",
  "UcjB1YjRkb3",
  hex("Tr0ub4dor"),
  hex("Tr0ub4dor").toUpperCase(),
];

const text = `It is ${ENCODINGS.join(" or ")}.`;
const json: JsonObject = { note: text, [text]: [ENCODINGS], deep: { list: ENCODINGS } };
const spec = {
  content: json,
  digest: `sha256:${"d".repeat(64)}`,
  frozenAt: null,
  frozenBy: null,
  updatedAt: fixtureTime(),
};
const outcome = makeOutcome({
  outputs: json,
  error: { code: "TOOL_FAILED", message: text, retryable: false, details: json },
  inputRequest: { kind: "fields", reason: text, fields: [json] },
  artifacts: [{ path: text, type: "file" }],
});
const invocation = makeInvocation({ inputs: json, outcome, messageId: text });
const session = makeSession({
  title: text,
  inputRequest: { kind: "fields", reason: text, fields: [json] },
  spec,
});
const delivery = makeDelivery({ body: JSON.stringify(json) });

const lock = { machine: "here", root: "/home/ada", holder: "one", expiresAt: fixtureTime() };

/** As names of files are kept. */
const bytes = (name: string) => Buffer.from(name).toString("latin1");

/** One of every kind, each with the secret wherever text from outside may stand. */
const bundle = makeBundle({ digest: "sha256:none" });

const CHANGES: { readonly [T in Change["type"]]: Extract<Change, { type: T }> } = {
  "agent.add": {
    type: "agent.add",
    agent: makeAgent({ name: text, systemPrompt: text, model: text }),
  },
  "agent.put": {
    type: "agent.put",
    agent: makeAgent({
      name: text,
      systemPrompt: text,
      capabilities: [{ id: "noop", config: { key: text } }],
    }),
  },
  "principal.add": { type: "principal.add", principal: makePrincipal() },
  "principal.put": { type: "principal.put", principal: makePrincipal(), now: fixtureTime() },
  "principal.seen": { type: "principal.seen", id: makePrincipal().id, at: fixtureTime() },
  "agent.remove": { type: "agent.remove", id: fixtureId("agent") },
  "tool.seen": {
    type: "tool.seen",
    tool: {
      toolId: "mcp:files:read",
      firstDigest: "sha256:a",
      digest: "sha256:a",
      firstSeenAt: fixtureTime(),
      changedAt: null,
      says: { description: text },
      said: { description: text },
    },
    expect: null,
  },
  "tool_name.give": {
    type: "tool_name.give",
    given: { name: "read", toolId: "mcp:files:read" },
  },
  // Ids, digests and times: Capstan's own, all of them.
  "awaited.add": {
    type: "awaited.add",
    call: {
      invocationId: fixtureId("inv"),
      digest: "sha256:a",
      connection: "one",
      sessionId: fixtureId("session"),
      askedAt: fixtureTime(),
    },
  },
  "awaited.remove": {
    type: "awaited.remove",
    invocationId: fixtureId("inv"),
    sessionId: fixtureId("session"),
  },
  "awaited.expire": { type: "awaited.expire", before: fixtureTime() },
  "listing.put": {
    type: "listing.put",
    listing: { sourceId: "mcp:far", capabilities: json, listedAt: fixtureTime() },
  },
  "mcp_server.put": {
    type: "mcp_server.put",
    server: {
      id: "far",
      config: json,
      package: null,
      createdBy: "admin",
      createdAt: fixtureTime(),
    },
  },
  "mcp_server.remove": { type: "mcp_server.remove", id: "far" },
  "listing.remove": { type: "listing.remove", sourceId: "mcp:far" },
  "folder.put": {
    type: "folder.put",
    folder: makePack({
      ...{ name: text, description: text, path: text, warnings: [text] },
      about: { entryDoc: text, allowedTools: [text] },
    }),
    expect: null,
  },
  "folder.approve": { type: "folder.approve", id: "pack:csv", digest: "sha256:a" },
  "folder.remove": { type: "folder.remove", id: "pack:csv" },
  "hub.put": { type: "hub.put", hub: makeStoredHub({ index: text, etag: text }), expect: null },
  "hub_key.put": { type: "hub_key.put", pinned: makePinnedKey({ pinnedBy: text }), expect: null },
  "hub_key.remove": { type: "hub_key.remove", publisher: "acme" },
  "hub_install.put": {
    type: "hub_install.put",
    install: makeHubInstall({ description: text, source: text, withdrawn: text }),
    expect: null,
  },
  "hub_install.remove": { type: "hub_install.remove", id: "acme/hello" },
  "capability.put": {
    type: "capability.put",
    custom: {
      id: "weather",
      version: "1.0.0",
      manifest: json,
      createdBy: "owner",
      createdAt: fixtureTime(),
      updatedAt: fixtureTime(),
    },
    expect: null,
  },
  "context.put": {
    type: "context.put",
    context: makeContext({ summary: text, detail: json }),
    expect: null,
  },
  "context.ensure": {
    type: "context.ensure",
    context: makeContext({ id: "other", summary: text, detail: json }),
  },
  "context.expect": { type: "context.expect", id: "absent", version: null },
  "context.note": { type: "context.note", event: makeContextEvent({ payload: json }) },
  "delegation.put": {
    type: "delegation.put",
    delegation: makeDelegation({ target: text, parentContext: text, path: [text] }),
    expect: null,
  },
  "delegation.move": { type: "delegation.move", delegation: makeDelegation({ id: "dlg_2" }) },
  "fact.put": { type: "fact.put", fact: makeFact({ value: json }) },
  "fact.remove": { type: "fact.remove", contextId: "ctx", bucket: "b", key: "none" },
  "facts.expire": { type: "facts.expire", now: fixtureTime() },
  "blob.put": {
    type: "blob.put",
    digest: "sha256:none",
    index: 0,
    bytes: new Uint8Array([1]),
    last: true,
    createdAt: fixtureTime(),
  },
  "capability.expect": { type: "capability.expect", id: "weather", version: "1.0.0" },
  "capability.remove": { type: "capability.remove", id: "weather" },
  "token.add": { type: "token.add", token: makeToken() },
  "token.revoke": { type: "token.revoke", id: fixtureId("token"), revokedAt: fixtureTime() },
  "session.add": { type: "session.add", session },
  "session.move": {
    type: "session.move",
    session: { ...session, state: "in_progress", turn: 1, version: 2 },
    expect: 1,
  },
  "session.taint": { type: "session.taint", sessionId: session.id, at: fixtureTime() },
  "takeover.put": {
    type: "takeover.put",
    takeover: { sessionId: session.id, turn: 1, progress: 3, count: 1, isExcused: false },
  },
  "takeover.excuse": { type: "takeover.excuse", sessionId: session.id },
  "attachments.put": {
    type: "attachments.put",
    sessionId: session.id,
    attachments: [{ capabilityId: "pack:a", attachedBy: "owner", attachedAt: fixtureTime() }],
    expect: [],
  },
  "spec.put": { type: "spec.put", sessionId: session.id, spec, expect: spec },
  "message.accept": {
    type: "message.accept",
    message: makeMessage({ content: text, messageId: text }),
  },
  "message.add": {
    type: "message.add",
    message: makeMessage({
      id: fixtureId("msg", 2),
      position: 1,
      role: "assistant",
      content: text,
      toolCalls: [{ id: fixtureId("inv"), toolId: null, name: text, input: json }],
    }),
  },
  "file.put": { type: "file.put", file: makeFile({ digest: "sha256:none" }) },
  "file.remove": { type: "file.remove", sessionId: session.id, path: "/a.txt" },
  "workspace.take": {
    type: "workspace.take",
    sessionId: session.id,
    holder: "one",
    now: fixtureTime(),
    expiresAt: fixtureTime(),
  },
  "workspace.renew": {
    type: "workspace.renew",
    sessionId: session.id,
    holder: "one",
    expiresAt: fixtureTime(),
  },
  "workspace.release": { type: "workspace.release", sessionId: session.id, holder: "one" },
  "change_set.add": {
    type: "change_set.add",
    set: makeChangeSet({
      findings: [{ path: `/${text}`, why: text, kind: "name" }],
      conflicts: [{ path: bytes(text), why: text }],
    }),
  },
  "change_set.move": makeMove(makeChangeSet(), {
    ...{ expect: "kept", to: "conflict" },
    conflicts: [{ path: bytes(`/${text}`), why: text }],
  }),
  // The root is that of a change set, of which none is kept whose root holds a secret.
  "folder_lock.take": { type: "folder_lock.take", ...lock, now: fixtureTime() },
  "folder_lock.renew": { type: "folder_lock.renew", ...lock },
  "folder_lock.release": {
    type: "folder_lock.release",
    ...{ machine: "here", root: "/home/ada", holder: "one" },
  },
  "blob.name": { type: "blob.name", from: "upload:none", to: "sha256:other" },
  "blob.drop": { type: "blob.drop", digest: "upload:none" },
  "bundle.put": { type: "bundle.put", bundle, createdAt: fixtureTime() },
  "bundle.use": { type: "bundle.use", digest: bundle.digest, usedBy: `session:${session.id}` },
  "bundle.release": { type: "bundle.release", usedBy: "source:folder" },
  "bundles.sweep": { type: "bundles.sweep", before: fixtureTime() },
  "blobs.sweep": { type: "blobs.sweep", before: fixtureTime() },
  "invocation.put": { type: "invocation.put", invocation, expect: null },
  "approval.put": {
    type: "approval.put",
    approval: makeApproval({
      inputs: json,
      preview: json,
      reason: text,
      rewritten: { by: ["guard"], inputs: json },
    }),
    expect: null,
  },
  "position.expect": {
    type: "position.expect",
    sessionId: fixtureId("session"),
    turn: 1,
    position: 9,
    unclaimed: null,
  },
  "ledger.put": { type: "ledger.put", entry: makeLedgerEntry({ invocation }), expect: null },
  "ledger.clear": {
    type: "ledger.clear",
    invocationId: fixtureId("inv"),
    sessionId: null,
    expect: { status: "intended", attempt: 1 },
  },
  "grant.add": { type: "grant.add", grant: makeGrant() },
  "grant.revoke": {
    type: "grant.revoke",
    id: fixtureId("grant"),
    revokedBy: "owner",
    revokedAt: fixtureTime(),
  },
  "opening.add": { type: "opening.add", opening: makeOpening() },
  "opening.expect": { type: "opening.expect", id: fixtureId("open") },
  "opening.remove": { type: "opening.remove", id: fixtureId("open") },
  "secret.put": {
    type: "secret.put",
    secret: {
      name: "OTHER",
      tools: [],
      hint: null,
      bindings: null,
      sealed: "v1.sealed",
      createdAt: fixtureTime(),
      updatedAt: fixtureTime(),
    },
  },
  "secret.remove": { type: "secret.remove", name: "OTHER" },
  "halt.set": { type: "halt.set", halt: makeHalt({ reason: text }) },
  "halt.lift": { type: "halt.lift" },
  "halt.expect": { type: "halt.expect" },
  "note.put": { type: "note.put", name: "note", value: text },
  "delivery.add": { type: "delivery.add", delivery },
  "delivery.put": { type: "delivery.put", delivery: { ...delivery, attempts: 1 }, expect: 0 },
  "delivery.remove": { type: "delivery.remove", id: delivery.id, sessionId: delivery.sessionId },
  "checkpoint.add": {
    type: "checkpoint.add",
    checkpoint: { sequence: 1, body: "{}", hash: "h", signature: "s" },
    heads: [],
  },
  "event.add": { type: "event.add", event: makeEvent({ type: "message.created", data: json }) },
  "audit.add": { type: "audit.add", entry: makeAuditEntry({ data: json }) },
  "session.erase": {
    type: "session.erase",
    sessionId: session.id,
    records: makeAuditEntry().stream === session.id ? 1 : 0,
  },
};

/**
 * An empty store, and what a reader of its database could see: the bytes of the file and of what is
 * not yet in it, or every row.
 */
async function openReadable(): Promise<{ store: Store; read(): Promise<string> }> {
  if (ON_POSTGRES) {
    const address = await emptySchema();
    const store = await openPostgresStore(address, { connections: 4 });
    const read = async () => [...(await postgresTables(address)).values()].join("\n");
    return { store, read };
  }
  const file = temporaryDatabase();
  const read = async () =>
    [file, `${file}-wal`]
      .filter((each) => existsSync(each))
      .map((each) => readFileSync(each).toString("utf8"))
      .join("\n");
  return { store: openSqliteStore(file), read };
}

async function openProtected() {
  const { store: inner, read } = await openReadable();
  const keyring = createKeyring(newMasterKey());
  const redactor = createRedactor();
  const store = protectStore(inner, { keyring, redactor });
  const secrets = await openSecrets({ store, keyring, redactor, clock: { now: () => 0 } });
  await secrets.set("SECRET", SECRET, [], []);
  return { inner, store, read };
}

test("A107: the traces are what an unprotected store would leave", async () => {
  const { store, read } = await openReadable();
  await store.journal.commit("test.step", [CHANGES["note.put"], CHANGES["audit.add"]]);
  await store.close();
  const seen = await read();
  expect(TRACES.filter((trace) => !seen.includes(trace))).toEqual([]);
});

test("A107: no change of any kind leaves a byte of a secret in the database or its log", async () => {
  const { store, read } = await openProtected();
  const seen: string[] = [];
  for (const change of Object.values(CHANGES)) {
    await store.journal.commit("test.step", [change]);
    if (ON_POSTGRES) seen.push(await read());
  }
  const live = [...seen, await read()].join("\n");
  await store.close();
  const closed = await read();
  expect(live).toContain("***REDACTED***");
  expect(closed).toContain("***REDACTED***");
  expect(TRACES.filter((trace) => live.includes(trace) || closed.includes(trace))).toEqual([]);
});

test("A107: a path's bytes give away no secret, and a folder whose name holds one is refused", async () => {
  const { inner, store } = await openProtected();
  await store.journal.commit("test.step", [CHANGES["change_set.add"]]);
  const shown = JSON.stringify(await inner.changeSets.get(fixtureId("chg")));
  expect(Buffer.from(shown, "latin1").toString()).not.toContain("käse");
  const folder = { ...makeChangeSet().folder, root: `/home/${SECRET}` };
  const set = makeChangeSet({ id: fixtureId("chg", 2), folder });
  const refused = store.journal.commit("test.step", [{ type: "change_set.add", set }]);
  await expect(refused).rejects.toMatchObject({ code: "ROOT_INVALID" });
  await store.close();
});

test("A107: the inputs of a call are exact for who may open them", async () => {
  const { inner, store } = await openProtected();
  await store.journal.commit("test.step", [CHANGES["invocation.put"]]);
  expect((await store.invocations.get(invocation.id))?.inputs).toEqual(json);
  expect(JSON.stringify(await inner.invocations.get(invocation.id))).not.toContain("Tr0ub4dor");
  await store.close();
});

test("A107: a change without a secret is passed on as it is", async () => {
  const { inner } = await openProtected();
  const keyring = createKeyring(newMasterKey());
  const redactor = createRedactor();
  redactor.register("SECRET", "another-secret-value");
  const passed: Change[] = [];
  const recording: Store = {
    ...inner,
    journal: {
      ...inner.journal,
      async commit(_step, changes) {
        passed.push(...changes);
      },
    },
  };
  const sealed = new Set<Change["type"]>(["approval.put", "invocation.put", "ledger.put"]);
  const given = Object.values(CHANGES).filter(({ type }) => !sealed.has(type));
  await protectStore(recording, { keyring, redactor }).journal.commit("test.step", given);
  expect(passed.filter((change, at) => change !== given[at]).map(({ type }) => type)).toEqual([]);
  await inner.close();
});
