import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fixture, type McpApi, openMcpApi, SERVERS } from "./open-mcp-api.ts";

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a.txt"), `text of ${folder}`);
  return folder;
}

test("F44: a host that a server is refused is told with the command, in a call and at its start", async () => {
  const api = await openMcpApi();
  await api.add("odd", fixture("odd.mjs"));
  const outcome = await api.invoke("mcp:odd:reaches", {});
  const command = (id: string) => `capstan access allow mcp:${id} api.example.com`;
  expect(JSON.stringify(outcome)).toContain(command("odd"));
  const ended = await api.add("ends", fixture("odd.mjs"), { args: ["needs-network"] });
  expect(ended.error).toContain(command("ends"));
});

async function openFiles() {
  const [first, second] = [makeFolder(), makeFolder()];
  const api = await openMcpApi();
  const added = await api.add("files", SERVERS.filesystem, { args: [first, second] });
  const read = async (folder: string, more = {}) => {
    const path = join(folder, "a.txt");
    return api.invoke("mcp:files:read_text_file", { path }, more);
  };
  const ready = () =>
    expect.poll(async () => (await api.state("files")).state, { timeout: 10_000 }).toBe("ready");
  return { ...api, ready, first, second, added, read };
}

function put(api: McpApi, roots: readonly string[], verbs = ["read"]) {
  const paths = roots.map((root) => ({ root, verbs }));
  const body = { paths, hosts: [] };
  return api.request("PUT", "/v1/capabilities/mcp:files/access", { as: "admin", body });
}

test("a server that cannot start without a folder says the command that opens it, starts when it is open, and loses what is revoked at once", async () => {
  const api = await openFiles();
  expect(api.added.unseen).toEqual([api.first, api.second]);
  expect(api.added.error).toContain(`capstan access allow mcp:files ${api.first}`);
  expect(await put(api, [api.first, api.second])).toMatchObject({ status: 200 });
  await api.ready();
  expect((await api.state("files")).unseen).toEqual([]);
  const outcome = await api.read(api.first);
  expect(JSON.stringify(outcome.outputs)).toContain(`text of ${api.first}`);
  expect((await api.read(api.second)).state).toBe("completed");
  // What is revoked is gone from the server's process at once.
  expect(await put(api, [api.first])).toMatchObject({ status: 200 });
  // Nobody asked for anything since: the process that saw it does not go on.
  await expect.poll(async () => (await api.state("files")).unseen).toEqual([api.second]);
  const listed = await api.invoke("mcp:files:list_allowed_directories", {});
  expect(JSON.stringify(listed.outputs)).not.toContain(api.second);
  const asked = await api.read(api.second);
  expect(asked).toMatchObject({ state: "input_required", inputRequest: { kind: "approval" } });
});

test("a path outside is asked about, and what is opened once is open for that call alone", async () => {
  const api = await openFiles();
  await put(api, [api.first]);
  await api.ready();
  const asked = await api.read(api.second);
  expect(asked.inputRequest).toMatchObject({ kind: "approval" });
  const [pending] = await api.pending();
  expect(pending?.access).toMatchObject({ paths: [{ root: api.second, verbs: ["read"] }] });
  const ran = await api.post<{ outcome: { state: string } }>(
    `/v1/approvals/${pending?.id}/run`,
    {},
    { as: "admin" },
  );
  expect(JSON.stringify(ran.body)).toContain(`text of ${api.second}`);
  expect((await api.read(api.second)).state).toBe("input_required");
  expect((await api.read(api.first)).state).toBe("completed");
  // What only looks like a path of this machine is the server's own affair.
  const outcome = await api.invoke("mcp:files:read_text_file", { path: "/issues/1/comments" });
  expect(outcome.state).toBe("failed");
});
