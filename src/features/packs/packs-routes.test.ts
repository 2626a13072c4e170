import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ADMIN, OWNER } from "../../../test/harness.ts";
import { openApi } from "../../../test/open-api.ts";
import type { JsonObject } from "../../base/json.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";
import { makeZip } from "../bundles/testing/make-zip.ts";

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, ...options });
  close = api.close;
  return api;
}

type Api = Awaited<ReturnType<typeof open>>;
type Json = Record<string, never> & JsonObject;

const SKILL = `---
name: incident-triage
description: Triage production incidents; use for outages and error spikes.
---
# Triage
Read docs/runbook.md, then count with the tool.
`;

const TOOLS = {
  tools: [
    {
      name: "count_words",
      description: "Counts the words of a text.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      exec: { command: "node", args: ["{{pack_root}}/scripts/count.mjs", "{{text}}"] },
    },
  ],
};

function triage(more: Record<string, string> = {}): string {
  return makeTree({
    "SKILL.md": SKILL,
    "docs/runbook.md": "# Runbook\nFirst look at the graphs.\n",
    "scripts/count.mjs": "console.log(process.argv[2].split(' ').length)\n",
    "tools.json": JSON.stringify(TOOLS),
    ...more,
  });
}

async function add(api: Api, path = triage()) {
  const { status, body } = await api.post<Json>("/v1/packs", { path });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as unknown as { id: string; digest: string };
}

async function runPending(
  api: Api,
): Promise<{ tool_id: string; inputs: JsonObject; reason: string }> {
  const { body } = await api.get<{
    items: { id: string; tool_id: string; inputs: JsonObject; reason: string }[];
  }>("/v1/approvals?state=pending");
  const [approval] = body.items;
  if (!approval) throw new Error("Nobody asked.");
  const ran = await api.post<Json>(`/v1/approvals/${approval.id}/run?wait_ms=20000`);
  expect(ran.status).toBe(200);
  return approval;
}

const call = (name: string, input: JsonObject) => ({ tool_calls: [{ name, input }] });
const BASE = ["open_docs", "read_file", "enable_tools", "exec_best_effort"].map(
  (name) => `capability_packs.${name}`,
);
const PACK = { pack_id: "incident-triage" };

test("P2, P4, P6, P12, P13, P14, P15, P16, P17, P18, P19, P20, P21, P24, P25, P26, P27, P34, P47: metadata, docs, a resource, enable, execute: each step waits for Run", async () => {
  const pack_tool = "pack:incident-triage:count_words";
  const block = `Capability Packs (attached; metadata only):
- pack_id: incident-triage
  name: incident-triage
  description: Triage production incidents; use for outages and error spikes.
  has_tools_json: true

- Packs are available only if listed in "Capability Packs (attached; metadata only)".`;
  const api = await open({
    steps: [
      {
        ...call("capability_packs.open_docs", PACK),
        expect: { tools_include: BASE, tools_exclude: [pack_tool], system_includes: block },
      },
      {
        ...call("capability_packs.read_file", { ...PACK, path: "docs/runbook.md" }),
        expect: { last_result_includes: "Read docs/runbook.md", tools_exclude: [pack_tool] },
      },
      {
        ...call("capability_packs_enable_tools", PACK),
        expect: { last_result_includes: "First look at the graphs." },
      },
      {
        ...call("count_words", { text: "one two three" }),
        expect: {
          tools_include: [pack_tool],
          last_result_includes: '"enabled":true',
          system_includes: block,
        },
      },
      { text: "There are three.", expect: { last_result_includes: '"stdout":"3\\n"' } },
    ],
  });
  const { id } = await add(api);
  expect(id).toBe("incident-triage");
  const session = await api.openSession();
  const sent = await api.post<{ session: Json }>(
    `/v1/sessions/${session.id}/messages?wait_ms=20000`,
    {
      content: "how many words?",
      attach: [id],
    },
  );
  expect(sent.body.session).toMatchObject({
    error: null,
    state: "input_required",
    packs: [{ id, name: id, has_tools_json: true, tools_enabled: false, changed: false }],
  });
  const asked = [];
  for (let step = 0; step < 4; step++) {
    asked.push(await runPending(api));
    await api.rest(session.id);
  }
  expect(asked.map(({ tool_id }) => tool_id)).toEqual([
    "builtin:capability_packs:open_docs",
    "builtin:capability_packs:read_file",
    "builtin:capability_packs:enable_tools",
    pack_tool,
  ]);
  expect(new Set(asked.map(({ reason }) => reason))).toEqual(
    new Set(["Calls to packs always ask."]),
  );
  const { body } = await api.get<Json>(`/v1/sessions/${session.id}`);
  expect(body).toMatchObject({ state: "completed", error: null, packs: [{ tools_enabled: true }] });
  const messages = await api.get<{ items: Json[] }>(`/v1/sessions/${session.id}/messages`);
  expect(messages.body.items.at(-1)).toMatchObject({
    role: "assistant",
    content: "There are three.",
  });
}, 60_000);

const tool = (name: string) => `/v1/tools/builtin:capability_packs:${name}/invoke`;
const ALLOW = { allow: ["builtin:capability_packs:*", "pack:*"] };

async function openWithPack(
  options: Parameters<typeof open>[0] = { permissions: ALLOW },
  path = triage(),
  creator = ADMIN,
) {
  const api = await open(options);
  const pack = await add(api, path);
  const { id: session_id } = await api.openSession({}, creator);
  const attached = await api.request<Json>("PUT", `/v1/sessions/${session_id}/packs/${pack.id}`);
  expect(attached.status).toBe(200);
  const use = async (name: string, inputs: JsonObject, more: JsonObject = {}) => {
    const body = { inputs: { pack_id: pack.id, ...inputs }, session_id, ...more };
    return (await api.post<Json>(tool(name), body)).body;
  };
  return { api, pack, session_id, use, path };
}

describe("the registry", () => {
  test("P1, P9, P14: a folder becomes a pack, is shown with files and tools, and goes", async () => {
    const api = await open();
    const path = triage();
    const { id } = await add(api, path);
    const listed = await api.get<{ items: Json[] }>("/v1/packs?search=outages");
    expect(listed.body.items).toMatchObject([
      {
        id,
        has_tools_json: true,
        changed: false,
        path,
        entry_doc: "SKILL.md",
        allowed_tools: null,
      },
    ]);
    expect((await api.get(`/v1/packs/${id}`)).body).toMatchObject({
      files: [
        { path: "SKILL.md" },
        { path: "docs/runbook.md" },
        { path: "scripts/count.mjs" },
        { path: "tools.json" },
      ],
      tools: [
        {
          name: "count_words",
          description: "Counts the words of a text.",
          command: ["node", "{{pack_root}}/scripts/count.mjs", "{{text}}"],
        },
      ],
      changed: false,
      changed_files: [],
    });
    expect((await api.get(`/v1/packs/${id}`, { as: "agent" })).body).toMatchObject({ path: null });
    expect((await api.get(`/v1/tools/pack:${id}:count_words`)).body).toMatchObject({
      source_type: "pack",
      capability_id: `pack:${id}`,
      trust: "local",
      risk_level: "HIGH",
    });
    await api.request("DELETE", `/v1/packs/${id}`);
    expect(await api.get(`/v1/packs/${id}`)).toMatchObject({
      status: 404,
      body: { code: "PACK_NOT_FOUND" },
    });
    expect(await api.audited()).toEqual(expect.arrayContaining(["pack.added", "pack.removed"]));
  });

  test("P10, A117: a person reads its files, as attachments; who only invokes goes through the gate", async () => {
    const api = await open();
    const path = makeTree({
      "SKILL.md": Buffer.from(`\ufeff${SKILL}`, "utf16le"),
      "docs/page.html": "<script>1</script>",
    });
    const { id } = await add(api, path);
    const read = (file: string, as: "owner" | "agent" = "owner") =>
      api.get(`/v1/packs/${id}/files/${file}`, { as });
    const doc = await read("SKILL.md");
    expect(doc.body).toBe(SKILL);
    const page = await read("docs/page.html");
    expect(page.body).toBe("<script>1</script>");
    expect(page.headers.get("content-disposition")).toContain("attachment");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
    expect(await read("../settings.json")).toMatchObject({ status: 404 });
    expect(await read("docs/none.md")).toMatchObject({ status: 404 });
    expect(await read("SKILL.md", "agent")).toMatchObject({ status: 403 });
  });

  test("names repeat, ids do not; the same folder again is the same pack", async () => {
    const api = await open();
    const path = triage();
    expect((await add(api, path)).id).toBe("incident-triage");
    expect((await add(api, triage())).id).toBe("incident-triage-2");
    expect((await add(api, path)).id).toBe("incident-triage");
    const odd = makeTree({ "SKILL.md": "---\nname: 日本\ndescription: D.\n---\n" });
    expect((await add(api, odd)).id).toMatch(/^capstan-/);
  });

  test("P42: what cannot be taken in is 422, and says what to change", async () => {
    const api = await open();
    const broken = makeTree({ "SKILL.md": "---\nname: a\n---\n" });
    expect(await api.post("/v1/packs", { path: broken })).toMatchObject({
      status: 422,
      body: { code: "PACK_INVALID", message: expect.stringContaining('Add "description:') },
    });
    expect(await api.post("/v1/packs", { path: triage() }, { as: "agent" })).toMatchObject({
      status: 403,
    });
  });

  test.each(["/", homedir(), "relative/path", "/nowhere/at/all", "/tmp/*"])(
    "A23: %s is no folder that is taken in",
    async (path) => {
      const api = await open();
      expect(await api.post("/v1/packs", { path })).toMatchObject({
        status: 422,
        body: { code: "PACK_INVALID", details: { field: "path" } },
      });
    },
  );

  test("Capstan's own folder is not taken in, nor by a link; one in capabilities/ is", async () => {
    const homeFolder = makeTree({
      "SKILL.md": SKILL,
      "content/x/SKILL.md": SKILL,
      "capabilities/a/SKILL.md": SKILL,
    });
    const api = await open({ homeFolder, capabilityFolder: join(homeFolder, "capabilities") });
    const link = join(makeTree({ "a.txt": "" }), "link");
    symlinkSync(homeFolder, link);
    for (const path of [
      homeFolder,
      link,
      join(homeFolder, "content/x"),
      join(homeFolder, "capabilities"),
    ]) {
      expect(await api.post("/v1/packs", { path })).toMatchObject({ status: 422 });
    }
    await add(api, join(homeFolder, "capabilities/a"));
  });

  test("a zip is installed by an admin; other kinds of folder are refused by name", async () => {
    const api = await open();
    const zip = makeZip([{ name: "triage/SKILL.md", content: SKILL }]);
    const install = (body: unknown, as: "admin" | "owner" = "admin") =>
      api.request<Json>("POST", "/v1/capabilities/install", { body, as });
    expect(await install(zip, "owner")).toMatchObject({ status: 403 });
    expect(await install(zip)).toMatchObject({
      status: 201,
      body: { kind: "pack", pack: { id: "incident-triage", path: null } },
    });
    expect(await install({ path: triage() })).toMatchObject({
      status: 201,
      body: { pack: { id: "incident-triage-2" } },
    });
    const agent = makeTree({ "manifest.json": "{}", "agent.py": "raise SystemExit" });
    expect(await install({ path: agent })).toMatchObject({
      status: 422,
      body: { code: "AGENT_FOLDER_INVALID", message: expect.stringContaining("manifest agent") },
    });
    expect(await api.post("/v1/packs/incident-triage/refresh")).toMatchObject({ status: 422 });
  });

  test("A58: nothing of a folder is run or imported to be taken in", async () => {
    const marker = join(mkdtempSync(join(tmpdir(), "capstan-marker-")), "ran");
    const code = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`;
    const path = triage({
      "index.js": code,
      "package.json": JSON.stringify({ scripts: { install: "touch x" } }),
      "SKILL.md": `${SKILL}\n!\`touch ${marker}\``,
    });
    const { api, use } = await openWithPack({ permissions: ALLOW }, path);
    await use("open_docs", {});
    await use("enable_tools", {});
    await api.post("/v1/packs/incident-triage/refresh");
    expect(() => rmSync(marker)).toThrow("ENOENT");
  });
});

describe("attaching", () => {
  test("P3, P11, P12: at send time, sticky, until it is detached; unknown ones are refused", async () => {
    const api = await open();
    const { id } = await add(api);
    const session = await api.openSession();
    const send = (more: JsonObject) =>
      api.post<{ session: Json }>(`/v1/sessions/${session.id}/messages?wait_ms=5000`, {
        content: "hi",
        ...more,
      });
    expect(await send({ attach: ["nothing"] })).toMatchObject({
      status: 404,
      body: { code: "PACK_NOT_FOUND" },
    });
    expect((await send({ attach: [id] })).body.session).toMatchObject({ packs: [{ id }], turn: 1 });
    expect((await send({})).body.session).toMatchObject({ packs: [{ id }], turn: 2 });
    expect((await send({ detach: [id] })).body.session).toMatchObject({ packs: [], turn: 3 });
    expect(await api.store.bundles.usedBy(`session:${session.id}`)).toEqual([]);
    const events = await api.get<{ items: { type: string }[] }>(
      `/v1/sessions/${session.id}/events`,
    );
    const types = events.body.items.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["capability.attached", "capability.detached"]));
  });

  test("P5, P24: an agent cannot be given a pack", async () => {
    const api = await open();
    const { id } = await add(api);
    const agent = { name: "a", capabilities: [`pack:${id}`] };
    expect(await api.post("/v1/agents", agent)).toMatchObject({
      status: 422,
      body: { code: "CONFIG_INVALID", message: expect.stringContaining("attached to a session") },
    });
  });

  test("A53, A99: a session stays on what it attached; what changed since is named, and attaching anew takes it", async () => {
    const { api, pack, session_id, use, path } = await openWithPack();
    await use("enable_tools", {});
    writeFileSync(join(path, "SKILL.md"), SKILL.replace("# Triage", "# Changed"));
    expect((await api.get(`/v1/packs/${pack.id}`)).body).toMatchObject({
      changed: true,
      changed_files: [{ path: "SKILL.md", change: "changed" }],
    });
    expect((await api.get("/v1/packs")).body).toMatchObject({ items: [{ changed: true }] });
    await api.post(`/v1/packs/${pack.id}/refresh`);
    expect(await use("open_docs", {})).toMatchObject({
      outputs: { entry_doc: { content: expect.stringContaining("# Triage") } },
    });
    expect((await api.get(`/v1/sessions/${session_id}/packs`)).body).toMatchObject({
      items: [
        { id: pack.id, changed: true, changed_files: [{ path: "SKILL.md", change: "changed" }] },
      ],
    });
    const again = await api.request<Json>("PUT", `/v1/sessions/${session_id}/packs/${pack.id}`);
    // tools.json is the same: what was enabled stays enabled.
    expect(again.body).toMatchObject({ packs: [{ changed: false, tools_enabled: true }] });
    expect(await use("open_docs", {})).toMatchObject({
      outputs: { entry_doc: { content: expect.stringContaining("# Changed") } },
    });
    writeFileSync(
      join(path, "tools.json"),
      JSON.stringify({ tools: [{ ...TOOLS.tools[0], description: "Other." }] }),
    );
    await api.post(`/v1/packs/${pack.id}/refresh`);
    const third = await api.request<Json>("PUT", `/v1/sessions/${session_id}/packs/${pack.id}`);
    expect(third.body).toMatchObject({ packs: [{ changed: false, tools_enabled: false }] });
  });

  test("a removed pack stays with the sessions that have it, and with their forks", async () => {
    const { api, pack, session_id, use } = await openWithPack();
    const fork = await api.post<{ id: string }>(`/v1/sessions/${session_id}/fork`, {});
    await api.request("DELETE", `/v1/packs/${pack.id}`);
    expect(await api.store.bundles.usedBy(`session:${fork.body.id}`)).toEqual([pack.digest]);
    expect(await use("open_docs", {})).toMatchObject({ state: "completed" });
    expect((await api.get(`/v1/sessions/${fork.body.id}`)).body).toMatchObject({
      packs: [{ id: pack.id, changed: true }],
    });
  });

  test("P13: too many descriptions are cut evenly, then left out, and the session says so", async () => {
    const long = "Does many things, and this says all of them at length. ".repeat(20);
    const folders = Array.from({ length: 5 }, (_, n) =>
      makeTree({ "SKILL.md": `---\nname: p${n}\ndescription: ${long}\n---\n` }),
    );
    const api = await open({ limits: { pack_block_tokens: 400 } });
    const session = await api.openSession();
    for (const path of folders) {
      const { id } = await add(api, path);
      await api.request("PUT", `/v1/sessions/${session.id}/packs/${id}`);
    }
    const { body } = await api.get(`/v1/sessions/${session.id}/packs`);
    expect(body).toMatchObject({
      shortened: "cut",
      warnings: [
        expect.stringMatching(/cut to \d+ characters each: .*limits\.pack_block_tokens is 400/),
      ],
    });
  });
});

describe("the base tools", () => {
  test("X4, X43, P17: are there only in a session with a pack, under their own names", async () => {
    const { api, session_id } = await openWithPack();
    expect((await api.get(tool("read_file").replace("/invoke", ""))).body).toMatchObject({
      tool_id: "builtin:capability_packs:read_file",
      name: "capability_packs.read_file",
      wire_name: "capability_packs_read_file",
    });
    const inputs = { pack_id: "incident-triage" };
    expect(await api.post(tool("open_docs"), { inputs })).toMatchObject({ status: 404 });
    const { id: without } = await api.openSession();
    expect(await api.post(tool("open_docs"), { inputs, session_id: without })).toMatchObject({
      status: 404,
    });
    expect(
      await api.post(tool("open_docs"), { inputs: { pack_id: "other" }, session_id }),
    ).toMatchObject({
      status: 422,
      body: {
        code: "PACK_NOT_ATTACHED",
        message: expect.stringContaining("Attached: incident-triage"),
      },
    });
    expect(await api.post(tool("open_docs"), { inputs: {}, session_id })).toMatchObject({
      body: { code: "INPUT_INVALID" },
    });
  });

  test("P18, P19, P37, X19: open and read, text by pages between characters, the rest in base64", async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]);
    const path = makeTree({ "SKILL.md": SKILL, "resources/a.txt": "äöü€😀x", "assets/a.png": png });
    const { use } = await openWithPack({ permissions: ALLOW }, path);
    expect(await use("open_docs", {})).toMatchObject({
      outputs: { entry_doc: { path: "SKILL.md", content: SKILL } },
    });
    expect(await use("read_file", { path: "assets/a.png" })).toMatchObject({
      outputs: {
        path: "assets/a.png",
        content: png.toString("base64"),
        truncated: false,
        mime: "image/png",
      },
    });
    let [text, offset, pages] = ["", 0, 0];
    for (let more = true; more; pages++) {
      const { outputs } = (await use("read_file", {
        path: "./resources/a.txt",
        offset,
        length: 3,
      })) as unknown as {
        outputs: { content: string; truncated: boolean; next_offset?: number };
      };
      text += outputs.content;
      more = outputs.truncated;
      offset = outputs.next_offset ?? 0;
    }
    expect([text, pages]).toEqual(["äöü€😀x", expect.any(Number)]);
  });

  test.each(["../outside", "/etc/passwd", "docs/../../x", "docs\\x", "a\0b"])(
    "A1, A3, P35, P44: %j is denied with a reason",
    async (path) => {
      const { use } = await openWithPack();
      expect(await use("read_file", { path })).toMatchObject({
        state: "failed",
        error: { code: "PATH_INVALID", message: expect.stringContaining("leads out of the pack") },
      });
    },
  );

  test("P44: what is not there is said, with what is", async () => {
    const { use } = await openWithPack();
    expect(await use("read_file", { path: "docs" })).toMatchObject({
      state: "failed",
      error: { code: "FILE_NOT_FOUND", message: '"docs" is a folder. There are: docs/runbook.md.' },
    });
  });

  test("P20, P24: enabling is for this session alone; before it, a pack's tool is 404", async () => {
    const { api, session_id, use } = await openWithPack();
    const url = "/v1/tools/pack:incident-triage:count_words/invoke";
    const call = (id: string) => api.post<Json>(url, { inputs: { text: "a b" }, session_id: id });
    expect(await call(session_id)).toMatchObject({ status: 404, body: { code: "TOOL_NOT_FOUND" } });
    expect(await use("enable_tools", {}, { dry_run: true })).toMatchObject({ state: "completed" });
    expect(await call(session_id)).toMatchObject({ status: 404 });
    expect(await use("enable_tools", {})).toMatchObject({
      outputs: {
        enabled: true,
        tools: [{ name: "count_words", description: "Counts the words of a text." }],
      },
    });
    expect((await call(session_id)).body).toMatchObject({
      state: "completed",
      outputs: { stdout: "2\n" },
    });
    const other = await api.openSession();
    await api.request("PUT", `/v1/sessions/${other.id}/packs/incident-triage`);
    expect(await call(other.id)).toMatchObject({ status: 404 });
    expect(await api.post(url, { inputs: { text: "a" } })).toMatchObject({ status: 404 });
    await api.request("DELETE", `/v1/sessions/${session_id}/packs/incident-triage`);
    expect(await call(session_id)).toMatchObject({ status: 404 });
  });

  test("P43: a tools.json that cannot be used is an error that says so; docs can still be read", async () => {
    const { use } = await openWithPack({ permissions: ALLOW }, triage({ "tools.json": "{" }));
    expect(await use("enable_tools", {})).toMatchObject({
      state: "failed",
      error: { code: "TOOLS_JSON_INVALID", message: expect.stringContaining("exec_best_effort") },
    });
    expect(await use("open_docs", {})).toMatchObject({ state: "completed" });
    const plain = makeTree({ "SKILL.md": SKILL });
    await close();
    const { use: without } = await openWithPack({ permissions: ALLOW }, plain);
    expect(await without("enable_tools", {})).toMatchObject({
      error: { code: "TOOLS_JSON_MISSING" },
    });
  });

  test("P22, P28, P31, P40, P45, A61, A64: exec_best_effort runs a program of the pack as it is written, and no shell", async () => {
    const path = triage({
      "scripts/show.mjs":
        "console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)])); process.exit(3)",
    });
    const { use } = await openWithPack({ permissions: ALLOW }, path);
    const args = ["{{pack_root}}/scripts/show.mjs", "$(id); `id`", "--x={{pack_id}}"];
    const ran = (await use("exec_best_effort", { command: "node", args })) as unknown as {
      outputs: { stdout: string };
    };
    expect(ran).toMatchObject({
      state: "completed",
      outputs: { ok: false, exit_code: 3, stderr: "" },
    });
    expect(JSON.parse(ran.outputs.stdout)).toEqual([
      "/workspace",
      "$(id); `id`",
      "--x={{pack_id}}",
    ]);
    const there = await use("exec_best_effort", {
      command: "node",
      args: ["scripts/show.mjs"],
      cwd_policy: "pack_root",
    });
    expect(there).toMatchObject({ outputs: { stdout: '["/bundle"]\n' } });
    expect(await use("exec_best_effort", { command: "no-such-program" })).toMatchObject({
      state: expect.stringMatching(/failed|completed/),
    });
    const wrote = await use("exec_best_effort", {
      command: "node",
      args: ["-e", "require('fs').writeFileSync('/bundle/SKILL.md', 'x')"],
    });
    expect(wrote).toMatchObject({
      outputs: { ok: false, stderr: expect.stringContaining("EROFS") },
    });
  });

  test("P22, P32, P39: what exec_best_effort leaves in outputs/ are artifacts; long output is cut, and says so", async () => {
    const { api, session_id, use } = await openWithPack();
    const write = "fs.writeFileSync('outputs/a.csv', 'a,b')";
    const ran = await use("exec_best_effort", {
      command: "node",
      args: ["-e", `${write}; console.log('y'.repeat(1000000))`],
    });
    expect(ran).toMatchObject({
      state: "completed",
      outputs: {
        ok: true,
        exit_code: 0,
        truncated: true,
      },
      artifacts: [{ path: "/outputs/a.csv", type: "file", mime: "text/csv", size_bytes: 3 }],
    });
    const file = await api.get(`/v1/sessions/${session_id}/files/outputs/a.csv`);
    expect(file.body).toBe("a,b");
    const ended = (await api.records()).findLast(({ type }) => type === "invocation.ended");
    expect(ended).toMatchObject({ toolId: "builtin:capability_packs:exec_best_effort" });
    expect(JSON.stringify(ended?.data)).toContain("/outputs/a.csv");
  });

  test("P31: pack_root is a working folder only where it is declared, and only after Run", async () => {
    const where = "console.log(process.cwd())";
    const tool = (name: string, more: JsonObject) => ({
      name,
      description: "Says where it runs.",
      inputSchema: { type: "object", additionalProperties: false },
      exec: { command: "node", args: ["-e", where], ...more },
    });
    const tools = { tools: [tool("usual", {}), tool("inside", { cwd: "pack_root" })] };
    const path = triage({ "tools.json": JSON.stringify(tools) });
    // Even the loosest profile asks for it.
    const { api, session_id, use } = await openWithPack({ profile: "auto" }, path);
    await use("enable_tools", {});
    await runPending(api);
    const run = async (url: string, inputs: JsonObject) => {
      const asked = await api.post<Json>(url, { inputs, session_id });
      expect(asked.body).toMatchObject({ state: "input_required" });
      const [approval] = await api.pending();
      const { body } = await api.post<Json>(`/v1/approvals/${approval?.id}/run?wait_ms=20000`);
      const { outcome } = body as unknown as { outcome: { outputs: { stdout: string } } };
      return { approval, stdout: outcome.outputs.stdout };
    };
    const own = (name: string) => `/v1/tools/pack:incident-triage:${name}/invoke`;
    expect(await run(own("usual"), {})).toMatchObject({ stdout: "/workspace\n" });
    const inside = await run(own("inside"), {});
    expect(inside.stdout).toBe("/bundle\n");
    // A call cannot ask for it where the tool does not say so.
    const sneaky = { inputs: { cwd_policy: "pack_root" }, session_id };
    expect((await api.post(own("usual"), sneaky)).body).toMatchObject({ code: "INPUT_INVALID" });
    const best = await run(`/v1/tools/builtin:capability_packs:exec_best_effort/invoke`, {
      ...PACK,
      command: "node",
      args: ["-e", where],
      cwd_policy: "pack_root",
    });
    expect(best).toMatchObject({
      stdout: "/bundle\n",
      approval: { inputs: { cwd_policy: "pack_root" }, preview: { cwd: "pack_root" } },
    });
  });
});

describe("asking", () => {
  const profiles = ["auto", "risk", "strict"] as const;
  test.each(profiles)("P6, P26, P34: under %s every call to a pack asks", async (profile) => {
    const { use } = await openWithPack({ profile });
    for (const [name, inputs] of [
      ["open_docs", {}],
      ["read_file", { path: "SKILL.md" }],
      ["enable_tools", {}],
      ["exec_best_effort", { command: "ls" }],
    ] as const) {
      expect(await use(name, inputs)).toMatchObject({ state: "input_required" });
    }
  });

  test("P6: permissions.allow that names them lets them run", async () => {
    const { use } = await openWithPack();
    expect(await use("open_docs", {})).toMatchObject({ state: "completed" });
  });

  const remember = { scope: "session", match: "pack" } as const;

  test("A99: an answer for a pack covers its reads as it is now, and neither another pack nor what it becomes", async () => {
    const { api, pack, session_id, use, path } = await openWithPack({});
    const other = await add(api, triage());
    await api.request("PUT", `/v1/sessions/${session_id}/packs/${other.id}`);
    await use("open_docs", {});
    const [asked] = await api.pending();
    const ran = await api.post(`/v1/approvals/${asked?.id}/run`, { remember });
    expect(ran).toMatchObject({ status: 200, body: { outcome: { state: "completed" } } });
    expect(await use("read_file", { path: "docs/runbook.md" })).toMatchObject({
      state: "completed",
    });
    expect(await use("open_docs", {})).toMatchObject({ state: "completed" });
    expect(await use("enable_tools", {})).toMatchObject({ state: "input_required" });
    expect(await use("open_docs", { pack_id: other.id })).toMatchObject({
      state: "input_required",
    });
    expect((await api.pending()).at(-1)?.changed).toBeUndefined();
    const grants = await api.get<{ items: Json[] }>("/v1/grants");
    expect(grants.body.items).toMatchObject([
      { match: "pack", state: "active" },
      { match: "pack", state: "active" },
    ]);
    writeFileSync(join(path, "docs/runbook.md"), "Other.");
    await api.post(`/v1/packs/${pack.id}/refresh`);
    await api.request("PUT", `/v1/sessions/${session_id}/packs/${pack.id}`);
    expect(await use("read_file", { path: "docs/runbook.md" })).toMatchObject({
      state: "input_required",
    });
    expect((await api.pending()).at(-1)?.changed).toEqual(["definition"]);
  });

  const opened = async (options: Parameters<typeof open>[0] = {}) => {
    const made = await openWithPack(options, triage(), OWNER);
    const { api, pack, session_id } = made;
    const path = `/v1/sessions/${session_id}/packs/${pack.id}`;
    const attach = (body?: JsonObject, as: "owner" | "agent" | "admin" = "owner") =>
      api.request<Json>("PUT", path, { as, ...(body && { body }) });
    const detach = () => api.request<Json>("DELETE", path);
    return { ...made, attach, detach };
  };
  const asks = { state: "input_required" };
  const runs = { state: "completed" };

  test("F70, P34: attaching opens the pack's docs and files in this session, and nothing else", async () => {
    const { api, pack, session_id, attach, use } = await opened();
    const other = await add(api, triage());
    await api.request("PUT", `/v1/sessions/${session_id}/packs/${other.id}`);
    expect((await attach({ open_reads: true })).status).toBe(200);
    expect(await use("open_docs", {})).toMatchObject(runs);
    const read = await use("read_file", { path: "docs/runbook.md" });
    const answer = { type: "remembered", by: "owner", match: "pack", scope: "session" };
    expect(read).toMatchObject({ ...runs, answer });
    expect(await use("enable_tools", {})).toMatchObject(asks);
    expect(await use("exec_best_effort", { command: "ls" })).toMatchObject(asks);
    expect(await use("open_docs", { pack_id: other.id })).toMatchObject(asks);
    const { id } = await api.openSession({}, OWNER);
    await api.request("PUT", `/v1/sessions/${id}/packs/${pack.id}`);
    expect(await use("open_docs", {}, { session_id: id })).toMatchObject(asks);
  });

  test("F70, P34: an approver who attaches a pack may say that its tools are enabled without asking", async () => {
    const { api, attach, detach, use } = await opened();
    await attach({ open_tools: true });
    expect(await use("open_docs", {})).toMatchObject(asks);
    const answer = { type: "remembered", by: "owner", match: "pack", scope: "session" };
    expect(await use("enable_tools", {})).toMatchObject({ ...runs, answer });
    expect(await use("exec_best_effort", { command: "ls" })).toMatchObject(asks);
    const created = (await api.records()).filter(({ type }) => type === "grant.created");
    expect(created.map(({ data }) => data.tool_id)).toEqual([
      "builtin:capability_packs:enable_tools",
    ]);
    await detach();
    await attach();
    expect(await use("enable_tools", {})).toMatchObject(asks);
    const refused = await attach({ open_tools: true }, "agent");
    expect(refused.status).toBeGreaterThanOrEqual(403);
  });

  test("F70: tools that were enabled without asking still ask when they are called", async () => {
    const { attach, api, session_id, use } = await opened();
    await attach({ open_tools: true });
    await use("enable_tools", {});
    const url = "/v1/tools/pack:incident-triage:count_words/invoke";
    const { body } = await api.post(url, { inputs: { text: "a b" }, session_id });
    expect(body).toMatchObject(asks);
  });

  test("F70: the record says who opened it, once however often it is attached", async () => {
    const { api, pack, session_id, attach } = await opened();
    await attach({ open_reads: true });
    await attach({ open_reads: true });
    const created = (await api.records()).filter(({ type }) => type === "grant.created");
    const data = { pack_id: pack.id, match: "pack", scope: "session" };
    expect(created).toMatchObject(
      ["open_docs", "read_file"].map((name) => ({
        actor: "prn_owner",
        sessionId: session_id,
        data: { ...data, tool_id: `builtin:capability_packs:${name}` },
      })),
    );
    const { body } = await api.get<{ items: Json[] }>("/v1/grants");
    expect(body.items).toMatchObject([{ state: "active" }, { state: "active" }]);
  });

  test("F70: detaching takes it back, also for when the pack is attached again", async () => {
    const { api, attach, detach, use } = await opened();
    await attach({ open_reads: true });
    await detach();
    expect((await api.get<{ total: number }>("/v1/grants")).body.total).toBe(0);
    expect(await api.audited()).toContain("grant.revoked");
    await attach();
    expect(await use("open_docs", {})).toMatchObject(asks);
  });

  test("F70, A99: a pack that changed asks again, unless it is opened anew", async () => {
    const { api, pack, path, attach, use } = await opened();
    await attach({ open_reads: true });
    writeFileSync(join(path, "docs/runbook.md"), "Other.");
    await api.post(`/v1/packs/${pack.id}/refresh`);
    await attach({});
    expect(await use("open_docs", {})).toMatchObject(asks);
    await attach({ open_reads: true });
    expect(await use("open_docs", {})).toMatchObject(runs);
  });

  test("F70, X36: a key that may not approve opens nothing, and strict stays strict", async () => {
    const { api, attach, use } = await opened();
    const { id } = await api.openSession({}, { id: "prn_agent", scopes: ["invoke"] });
    const path = `/v1/sessions/${id}/packs/incident-triage`;
    const refused = await api.request("PUT", path, { as: "agent", body: { open_reads: true } });
    expect(refused).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
    expect((await api.get<Json>(`/v1/sessions/${id}`, { as: "admin" })).body.packs).toEqual([]);
    expect((await attach({ open_reads: true })).status).toBe(200);
    expect(await use("open_docs", {})).toMatchObject(runs);
    await api.close();
    const strict = await opened({ profile: "strict" });
    const body = { code: "GRANT_REFUSED" };
    expect(await strict.attach({ open_reads: true })).toMatchObject({ status: 403, body });
    expect(await strict.use("open_docs", {})).toMatchObject(asks);
  });

  test("F70: a rule that names the approver holds for packs that they opened", async () => {
    const policyTexts = [
      `@id("own") @reason("Another person has to approve.") forbid (principal, action, resource)
       when { context has approver && context.approver == principal };`,
    ];
    const { attach, use } = await opened({ policyTexts });
    await attach({ open_reads: true });
    expect(await use("open_docs", {})).toMatchObject(asks);
  });

  test("F70: a message opens the packs that it attaches, and a turn reads them at once", async () => {
    const api = await open({
      steps: [
        call("capability_packs.open_docs", PACK),
        call("capability_packs.read_file", { ...PACK, path: "docs/runbook.md" }),
        { text: "Read.", expect: { last_result_includes: "First look at the graphs." } },
      ],
    });
    const { id } = await add(api);
    const session = await api.openSession();
    const body = { content: "Read it", attach: [id], open_reads: true };
    const url = `/v1/sessions/${session.id}/messages?wait_ms=20000`;
    expect((await api.post<Json>(url, body)).body.session).toMatchObject({ state: "completed" });
    expect((await api.records()).filter(({ type }) => type === "approval.requested")).toEqual([]);
  });

  test("an answer about anything else cannot be remembered for a pack", async () => {
    const { api, use } = await openWithPack({});
    await use("enable_tools", {});
    const [asked] = await api.pending();
    expect(await api.post(`/v1/approvals/${asked?.id}/run`, { remember })).toMatchObject({
      status: 403,
      body: { code: "GRANT_REFUSED" },
    });
  });

  test("A53, A99, X8: what was approved is the pack as it was: attached anew meanwhile, it asks again", async () => {
    const { api, pack, session_id, use, path } = await openWithPack({});
    await use("exec_best_effort", {
      command: "node",
      args: ["{{pack_root}}/scripts/count.mjs", "a"],
    });
    const [asked] = await api.pending();
    writeFileSync(join(path, "scripts/count.mjs"), "console.log('evil')");
    await api.post(`/v1/packs/${pack.id}/refresh`);
    await api.request("PUT", `/v1/sessions/${session_id}/packs/${pack.id}`);
    const ran = await api.post<Json>(`/v1/approvals/${asked?.id}/run`);
    expect(ran.body).toMatchObject({
      approval: { state: "superseded" },
      outcome: { state: "input_required" },
    });
  });
});
