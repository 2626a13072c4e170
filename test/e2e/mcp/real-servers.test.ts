import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { longTest } from "../../runs.ts";
import { openMcpApi, SERVERS } from "./open-mcp-api.ts";

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("C1, C7, C19, C32: a real server's tools are listed, and run in a box through the gate", async () => {
  const api = await openMcpApi();
  const added = await api.add("everything", SERVERS.everything);
  expect(added).toMatchObject({
    id: "everything",
    state: "ready",
    error: null,
    trust: "local-mcp",
  });
  expect(added.tools).toBeGreaterThan(3);
  const outcome = await api.invoke("mcp:everything:echo", { message: "hello" });
  expect(outcome).toMatchObject({
    state: "completed",
    outputs: { content: [{ type: "text", text: "Echo: hello" }] },
  });
  const ended = (await api.records()).find(({ type }) => type === "invocation.ended");
  expect(ended?.data).toMatchObject({ enforcement: "bubblewrap" });
});

test("X11: what a server says of itself is believed only when its owner trusts it", async () => {
  const api = await openMcpApi();
  await api.add("plain", SERVERS.everything);
  await api.add("trusted", SERVERS.everything, { capstan: { trust: true } });
  // It says that it is read-only; what it shows is the environment.
  const [plain, trusted] = ["plain", "trusted"].map((id) =>
    api.gate.catalog.getTool(`mcp:${id}:get-env`),
  );
  expect(plain?.riskLevel).toBe("MED");
  expect(plain?.behaviour.readOnly).toBe(false);
  expect(trusted?.behaviour.readOnly).toBe(true);
  expect(trusted?.riskLevel).toBe("LOW");
});

test("C10: resources and prompts of a server are passed on as tools of it", async () => {
  const api = await openMcpApi();
  await api.add("everything", SERVERS.everything);
  const listed = await api.invoke("mcp:everything:list_resources", {});
  expect(listed.state).toBe("completed");
  const { content } = listed.outputs as { content: { uri: string }[] };
  const uri = content[0]?.uri ?? "";
  const read = await api.invoke("mcp:everything:read_resource", { uri });
  expect(read).toMatchObject({ state: "completed", outputs: { content: [{ uri }] } });
  const prompts = await api.invoke("mcp:everything:list_prompts", {});
  const [prompt] = (prompts.outputs as { content: { name: string }[] }).content;
  const filled = await api.invoke("mcp:everything:get_prompt", { name: prompt?.name ?? "" });
  expect(filled).toMatchObject({ state: "completed", outputs: { content: [{ role: "user" }] } });
  // Nobody believes that they only read, unless the owner trusts the server.
  expect(api.gate.catalog.getTool("mcp:everything:read_resource")?.behaviour.readOnly).toBe(false);
});

test("a server has nothing of our environment, and only what its settings give", async () => {
  process.env.CAPSTAN_TEST_LEAK = "do-not-show-this";
  onTestFinished(() => {
    delete process.env.CAPSTAN_TEST_LEAK;
  });
  const api = await openMcpApi();
  await api.add("everything", SERVERS.everything, { env: { GIVEN: "this" } });
  const outcome = await api.invoke("mcp:everything:get-env", {});
  const text = JSON.stringify(outcome.outputs);
  expect(text).toContain("GIVEN");
  expect(text).not.toContain("do-not-show-this");
});

test("a server of files sees what its access gives, and nothing else", async () => {
  const folder = makeFolder();
  const outside = makeFolder();
  writeFileSync(join(folder, "a.txt"), "inside");
  writeFileSync(join(outside, "b.txt"), "outside");
  const api = await openMcpApi();
  const without = await api.add("without", SERVERS.filesystem, { args: [folder] });
  expect(without.unseen).toEqual([folder]);
  expect(without.state).not.toBe("ready");
  const access = { paths: [{ root: folder, verbs: ["read"] }], hosts: [] };
  await api.add("files", SERVERS.filesystem, { args: [folder], capstan: { access } });
  const read = await api.invoke("mcp:files:read_text_file", { path: join(folder, "a.txt") });
  expect(JSON.stringify(read.outputs)).toContain("inside");
  // A person is asked whether to open what it names; until then the server finds nothing there.
  const asked = await api.invoke("mcp:files:read_text_file", { path: join(outside, "b.txt") });
  expect(asked).toMatchObject({ state: "input_required", inputRequest: { kind: "approval" } });
  const written = await api.invoke("mcp:files:write_file", {
    path: join(folder, "new.txt"),
    content: "x",
  });
  expect(written).toMatchObject({ state: "input_required", inputRequest: { kind: "approval" } });
});

longTest(
  "C10: memory and sequential thinking answer, each with its structured result",
  async () => {
    const folder = makeFolder();
    const api = await openMcpApi();
    const access = { paths: [{ root: folder, verbs: ["read", "write"] }], hosts: [] };
    await api.add("memory", SERVERS.memory, {
      env: { MEMORY_FILE_PATH: join(folder, "memory.json") },
      capstan: { access },
    });
    await api.add("thinking", SERVERS.thinking);
    const entities = [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }];
    const made = await api.invoke("mcp:memory:create_entities", { entities });
    expect(made).toMatchObject({ state: "completed", outputs: { entities } });
    const found = await api.invoke("mcp:memory:search_nodes", { query: "Ada" });
    expect(JSON.stringify(found.outputs)).toContain("wrote programs");
    const thought = await api.invoke("mcp:thinking:sequentialthinking", {
      thought: "one",
      nextThoughtNeeded: false,
      thoughtNumber: 1,
      totalThoughts: 1,
    });
    expect(thought.state).toBe("completed");
  },
);
