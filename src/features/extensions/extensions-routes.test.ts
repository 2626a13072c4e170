import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import type { JsonObject } from "../../base/json.ts";
import { HELLO, POSTMAN } from "../bundles/testing/extension-trees.ts";
import { makeTree, type Tree } from "../bundles/testing/make-tree.ts";
import { makeZip } from "../bundles/testing/make-zip.ts";

/** The owner has named them: they run without a question. */
const ALLOW = { permissions: { allow: ["ext:*"] } };

let close = async () => {};
afterEach(() => close());

type Options = Parameters<typeof openApi>[0];

async function open(options?: Options) {
  const api = await openLasting(options);
  close = api.close;
  return api;
}

/** Closed by whoever opened it. */
function openLasting(options: Options = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  return openApi({ contentFolder, ...ALLOW, ...options });
}

type Api = Awaited<ReturnType<typeof open>>;
type Installed = {
  id: string;
  digest: string;
  enabled: boolean;
  path: string | null;
  problem: string | null;
  warnings: string[];
  tools: { tool_id: string; enabled: boolean; problem: string | null }[];
};

const AS_ADMIN = { as: "admin" } as const;

async function install(api: Api, tree: Tree | string): Promise<Installed> {
  const path = typeof tree === "string" ? tree : makeTree(tree);
  const { status, body } = await api.post<Installed>("/v1/extensions", { path }, AS_ADMIN);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

async function outputs(api: Api, toolId: string, inputs: JsonObject) {
  const outcome = await api.invoke(toolId, inputs);
  expect(outcome).toMatchObject({ state: "completed" });
  return outcome.outputs as { ok: boolean; stdout: string; exit_code: number };
}

/** Prints each of its arguments on a line, between brackets. */
const ARGS: Tree = {
  "manifest.json": JSON.stringify({
    id: "args",
    name: "Args",
    version: "1.0.0",
    capabilities: [{ command: "/line", allowed_commands: ["echo to {who}"] }],
  }),
  "commands.yaml": `commands:
  - name: place
    description: By position.
    entrypoint: show.sh
    args:
      - {name: one}
      - {name: two, choices: [a, b], default: a}
      - {name: three, type: int}
      - {name: city, flag: --city}
      - {name: loud, type: bool, flag: --loud}
  - name: any
    description: Anything.
    entrypoint: show.sh
  - name: line
    description: A line.
    args: [{name: who, default: all}]
  - name: where
    description: Where things are.
    entrypoint: where.sh
`,
  "show.sh": '#!/bin/sh\nfor one in "$@"; do printf "[%s]\\n" "$one"; done\n',
  "where.sh":
    '#!/bin/sh\necho "$SKILL_DIR $CAPSTAN_WORKSPACE $PWD"\necho x > "$SKILL_DIR/x" || echo closed\n',
};

describe("an extension that is installed", () => {
  test("C7, C32, C39, C41, C45, X2, X3, X35: is listed, shown and run as its documentation says, and its plan is not run", async () => {
    const api = await open(ALLOW);
    const installed = await install(api, HELLO);
    expect(installed).toMatchObject({
      id: "demo.hello",
      enabled: true,
      capability_id: "ext:demo.hello",
      problem: null,
      installed_by: { id: "prn_admin", name: "admin" },
      tools: [{ tool_id: "ext:demo.hello:hello", risk_level: "MED", enabled: true, problem: null }],
    });
    expect((await outputs(api, "ext:demo.hello:hello", {})).stdout).toBe("Hello, World!\n");
    expect((await outputs(api, "ext:demo.hello:hello", { name: "Ada" })).stdout).toBe(
      "Hello, Ada!\n",
    );
    const { body } = await api.get<{ plan: unknown[]; files: unknown[]; path: null }>(
      "/v1/extensions/ext:demo.hello",
      { as: "agent" },
    );
    expect(body.plan).toHaveLength(4);
    expect(body).toMatchObject({ path: null });
    expect(existsSync("/tmp/capstan-plan-was-run")).toBe(false);
    const list = await api.get("/v1/extensions");
    expect(list.body).toMatchObject({ total: 1, items: [{ id: "demo.hello", version: "0.1.0" }] });
    const records = await api.records();
    expect(records.find(({ type }) => type === "extension.installed")?.data).toMatchObject({
      extension_id: "demo.hello",
      digest: installed.digest,
    });
  });

  test("C41: the other form runs its functions; what is not implemented is never completed", async () => {
    const api = await open(ALLOW);
    await install(api, POSTMAN);
    const said = await outputs(api, "ext:tools.postman:get", { args: ["-x", "$(id)"] });
    expect(said).toMatchObject({ ok: true, stdout: "got -x|$(id)\n" });
    const path = `/v1/tools/${encodeURIComponent("ext:tools.postman:send")}`;
    const { status, body } = await api.post<JsonObject>(`${path}/invoke`, { inputs: {} });
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: "TOOL_NOT_FOUND", detail: expect.stringContaining("not implemented") },
    });
    expect((await api.get(path)).body).toMatchObject({
      enabled: false,
      problem: expect.stringContaining("exec.postman_cli"),
    });
  });

  test("X4: two extensions with a command of one name are two tools", async () => {
    const api = await open();
    await install(api, HELLO);
    const other = HELLO["manifest.json"]?.toString().replace("demo.hello", "demo.other") ?? "";
    await install(api, { ...HELLO, "manifest.json": other });
    const found = await api.get<{ items: { tool_id: string }[] }>("/v1/tools?source_type=ext");
    expect(found.body.items.map(({ tool_id }) => tool_id).sort()).toEqual([
      "ext:demo.hello.install-plan:install_step_3",
      "ext:demo.hello:hello",
      "ext:demo.other.install-plan:install_step_3",
      "ext:demo.other:hello",
    ]);
  });

  test("its program sees its own folder, closed to it, and works in the workspace", async () => {
    const api = await open(ALLOW);
    await install(api, ARGS);
    const { stdout } = await outputs(api, "ext:args:where", {});
    expect(stdout).toMatch(/^\/\S+ (\/\S+) \1\nclosed\n$/);
  });
});

describe("arguments", () => {
  let api: Api;
  beforeAll(async () => {
    api = await openLasting(ALLOW);
    await install(api, makeTree(ARGS, mkdtempSync(join(tmpdir(), "capstan-args-"))));
  });
  afterAll(() => api.close());

  test.each([
    ["places", { one: "x", two: "b", three: 3 }, "[x]\n[b]\n[3]\n"],
    ["a default", {}, "[]\n[a]\n"],
    ["a gap", { three: 3 }, "[]\n[a]\n[3]\n"],
    [
      "names",
      { city: "-oProxyCommand=id", loud: true },
      "[]\n[a]\n[--city=-oProxyCommand=id]\n[--loud]\n",
    ],
    ["a text that is like a switch", { city: "false" }, "[]\n[a]\n[--city=false]\n"],
    [
      "A61: a shell's signs",
      { one: "; rm -rf / $(id) `id`\n&&\r" },
      "[; rm -rf / $(id) `id`\n&&\r]\n[a]\n",
    ],
    ["A63: expansions", { one: `\${IFS} * {a,b} ~ $HOME` }, `[\${IFS} * {a,b} ~ $HOME]\n[a]\n`],
    [
      "A64: places in a value",
      { one: "{{two}} {{pack_root}} {one}" },
      "[{{two}} {{pack_root}} {one}]\n[a]\n",
    ],
  ])("are given as they are declared, literally: %s", async (_what, inputs, stdout) => {
    expect((await outputs(api, "ext:args:place", inputs)).stdout).toBe(stdout);
  });

  test("A62: a value that begins with a dash is refused where it would be an option", async () => {
    const tries: [string, JsonObject][] = [
      ["place", { one: "--output=/etc/x" }],
      ["any", { args: ["a", "-exec"] }],
    ];
    for (const [tool, inputs] of tries) {
      expect(await api.invoke(`ext:args:${tool}`, inputs)).toMatchObject({
        state: "failed",
        error: { code: "INPUT_INVALID" },
      });
    }
    expect((await outputs(api, "ext:args:any", { args: ["a", "", "b c"] })).stdout).toBe(
      "[a]\n[]\n[b c]\n",
    );
  });

  test("C41: a place in the line of a program has its default, and what a call says", async () => {
    expect((await outputs(api, "ext:args:line", {})).stdout).toBe("to all\n");
    expect((await outputs(api, "ext:args:line", { who: "$HOME" })).stdout).toBe("to $HOME\n");
  });

  test("C41: what is none of the choices, or of another type, does not run", async () => {
    for (const inputs of [{ two: "c" }, { three: "x" }, { four: 1 }]) {
      const { status, body } = await api.post<JsonObject>(
        `/v1/tools/${encodeURIComponent("ext:args:place")}/invoke`,
        { inputs },
      );
      expect({ status, body }).toMatchObject({ status: 422, body: { code: "INPUT_INVALID" } });
    }
  });
});

describe("who may do what with an extension", () => {
  test.each(["owner", "agent"] as const)(
    "X36: %s installs, changes and removes nothing",
    async (as) => {
      const api = await open();
      const path = makeTree(HELLO);
      expect((await api.post("/v1/extensions", { path }, { as })).status).toBe(403);
      await install(api, path);
      const at = "/v1/extensions/demo.hello";
      expect((await api.request("PATCH", at, { as, body: { enabled: false } })).status).toBe(403);
      expect((await api.request("DELETE", at, { as })).status).toBe(403);
      expect((await api.get<Installed>(at)).body.enabled).toBe(true);
    },
  );

  test("one that is disabled is listed, and does not run until it is enabled again", async () => {
    const api = await open(ALLOW);
    const path = makeTree(HELLO);
    await install(api, path);
    const patch = (enabled: boolean) =>
      api.request<Installed>("PATCH", "/v1/extensions/demo.hello", {
        ...AS_ADMIN,
        body: { enabled },
      });
    const { body } = await patch(false);
    expect(body).toMatchObject({
      enabled: false,
      problem: expect.stringContaining("disabled"),
      tools: [
        {
          enabled: false,
          problem: expect.stringContaining("capstan capabilities enable ext:demo.hello."),
        },
      ],
    });
    await expect(api.invoke("ext:demo.hello:hello", {})).rejects.toMatchObject({
      code: "TOOL_NOT_FOUND",
    });
    // Installed again, it stays disabled.
    expect(await install(api, path)).toMatchObject({ enabled: false });
    await patch(true);
    expect((await outputs(api, "ext:demo.hello:hello", {})).ok).toBe(true);
    const types = (await api.records()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["extension.disabled", "extension.enabled"]));
  });

  test("one that an agent has is not removed; another is, with its tools", async () => {
    const api = await open();
    await install(api, HELLO);
    const setCapabilities = (capabilities: string[]) =>
      api.request("PATCH", "/v1/agents/agent_witness", { body: { capabilities } });
    const remove = () => api.request<JsonObject>("DELETE", "/v1/extensions/demo.hello", AS_ADMIN);
    for (const id of ["ext:demo.hello", "ext:demo.hello.install-plan"]) {
      await setCapabilities([id]);
      expect((await remove()).body).toMatchObject({ code: "CAPABILITY_IN_USE" });
    }
    await setCapabilities([]);
    expect((await remove()).body).toEqual({ id: "demo.hello", removed: true });
    expect((await remove()).body).toMatchObject({ code: "EXTENSION_NOT_FOUND" });
    expect((await api.get("/v1/capabilities/ext:demo.hello")).status).toBe(404);
    expect((await api.records()).map(({ type }) => type)).toContain("extension.removed");
  });

  test("X4: an id that a capability has already is not taken over", async () => {
    const api = await open();
    await api.post("/v1/capabilities", { id: "demo.hello", name: "Own", description: "Own." });
    const path = makeTree(HELLO);
    const { body } = await api.post("/v1/extensions", { path }, AS_ADMIN);
    expect(body).toMatchObject({ code: "STATE_CONFLICT" });
    expect((await api.get("/v1/capabilities/ext:demo.hello")).body).toMatchObject({ name: "Own" });
  });
});

test("F84, A128: the first run of each version asks, whatever its risk, and policy decides after that", async () => {
  const api = await open({ profile: "auto", permissions: {} });
  const folder = makeTree(HELLO);
  await install(api, folder);
  const tool = "ext:demo.hello:hello";
  const runFirst = async () => {
    const asked = await api.invoke(tool, {});
    expect(asked).toMatchObject({
      state: "input_required",
      inputRequest: { reason: expect.stringContaining("has not run here before") },
    });
    // Nothing of it ran to be shown.
    expect((await api.pending()).map(({ preview }) => preview)).toEqual([undefined]);
    const [id] = asked.inputRequest?.approvalIds ?? [];
    expect(await api.post(`/v1/approvals/${id}/run`)).toMatchObject({
      body: { outcome: { state: "completed" } },
    });
    await expect.poll(async () => (await api.invoke(tool, {})).state).toBe("completed");
  };
  await runFirst();
  writeFileSync(join(folder, "commands/new.txt"), "another version");
  await install(api, folder);
  await runFirst();
});

test("A99: a folder that changed runs only when it is installed again, and then asks again", async () => {
  const api = await open({ profile: "governed", permissions: {} });
  const folder = makeTree(HELLO);
  const { digest } = await install(api, folder);
  const tool = "ext:demo.hello:hello";
  const ask = async () => {
    const { inputRequest } = await api.invoke(tool, {});
    return inputRequest?.approvalIds?.[0];
  };
  const first = await ask();
  const remember = { scope: "always", match: "tool" };
  const ran = await api.post<JsonObject>(`/v1/approvals/${first}/run?wait_ms=20000`, { remember });
  expect(JSON.stringify(ran.body)).toContain("Hello, World!");
  expect((await outputs(api, tool, {})).stdout).toBe("Hello, World!\n");
  // What lies in the folder is not what runs.
  writeFileSync(join(folder, "commands/hello.bash"), "#!/usr/bin/env bash\necho changed\n");
  expect((await outputs(api, tool, {})).stdout).toBe("Hello, World!\n");
  const pending = await api.invoke(tool, { name: "Ada" });
  expect(pending.state).toBe("completed");
  const again = await install(api, folder);
  expect(again.digest).not.toBe(digest);
  expect(await ask()).toBeDefined();
  expect(
    (await api.records()).find(({ type }) => type === "extension.changed")?.data,
  ).toMatchObject({ before: digest, digest: again.digest });
});

test("A99: what was asked about before a change does not run as something else", async () => {
  const api = await open({ profile: "strict", permissions: {} });
  const folder = makeTree(HELLO);
  await install(api, folder);
  const { inputRequest } = await api.invoke("ext:demo.hello:hello", {});
  const [id] = inputRequest?.approvalIds ?? [];
  writeFileSync(join(folder, "commands/hello.bash"), "#!/usr/bin/env bash\necho changed\n");
  await install(api, folder);
  const ran = await api.post<JsonObject>(`/v1/approvals/${id}/run?wait_ms=20000`);
  expect(JSON.stringify(ran.body)).not.toContain("changed\\n");
  const types = (await api.records()).map(({ type }) => type);
  expect(types).not.toContain("invocation.ended");
});

describe("a zip", () => {
  const parts = (tree: Tree, top = "") =>
    Object.entries(tree).map(([name, content]) => ({ name: `${top}${name}`, content }));
  const send = (api: Api, zip: Uint8Array) =>
    api.request<JsonObject>("POST", "/v1/capabilities/install", { ...AS_ADMIN, body: zip });

  test.each(["", "hello-extension/"])(
    "X13, X35: is installed as what it is, from elsewhere, with its files in %j",
    async (top) => {
      const api = await open(ALLOW);
      const { status, body } = await send(api, makeZip(parts(HELLO, top)));
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { kind: "ext", extension: { id: "demo.hello", path: null } },
      });
      expect((await outputs(api, "ext:demo.hello:hello", {})).stdout).toBe("Hello, World!\n");
      const trusts = ["ext:demo.hello:hello", "ext:demo.hello.install-plan:install_step_3"].map(
        (id) => api.gate.catalog.getTool(id)?.trust,
      );
      expect(trusts).toEqual(["remote", "remote"]);
      // A folder of the owner's does not take the name over: the other one is removed first.
      const path = makeTree(HELLO);
      expect(await api.post("/v1/extensions", { path }, AS_ADMIN)).toMatchObject({ status: 409 });
    },
  );

  test("X35: a folder is told apart on the same address; a pack is no extension", async () => {
    const api = await open();
    const path = makeTree(POSTMAN);
    const { body } = await api.post<JsonObject>("/v1/capabilities/install", { path }, AS_ADMIN);
    expect(body).toMatchObject({ kind: "ext", extension: { id: "tools.postman" } });
    const pack = makeTree({ "SKILL.md": "---\nname: a\ndescription: A.\n---\n" });
    const refused = await api.post("/v1/extensions", { path: pack }, AS_ADMIN);
    expect(refused).toMatchObject({ status: 422, body: { code: "EXTENSION_INVALID" } });
    const asPack = await api.post("/v1/packs", { path });
    expect(asPack).toMatchObject({ status: 422, body: { code: "PACK_INVALID" } });
    const channel = makeTree({ "manifest.json": '{"name":"Slack"}' });
    const misfit = await api.post<JsonObject>("/v1/extensions", { path: channel }, AS_ADMIN);
    expect(misfit).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('"id"') },
    });
  });

  test.each([
    ["A33: a path out of it", { name: "../evil.sh", content: "x" }],
    ["A33: an absolute path", { name: "/etc/evil.sh", content: "x" }],
    ["A33: a link out of it", { name: "commands/out", content: "/etc/passwd", mode: 0o120777 }],
    ["A33: a device", { name: "commands/tty", mode: 0o020666 }],
    ["A33: the same name in another case", { name: "MANIFEST.json", content: "{}" }],
    ["A34: more bytes than it says", { name: "big", content: "x".repeat(90_000), declaredSize: 1 }],
  ])("is not installed with an entry that is %s, or without that entry", async (_what, part) => {
    const api = await open();
    const { status, body } = await send(api, makeZip([...parts(HELLO), part]));
    if (status === 201) {
      const { body: shown } = await api.get<{ files: { path: string }[] }>(
        "/v1/extensions/demo.hello",
      );
      expect(shown.files.map(({ path }) => path)).not.toContain(part.name);
    } else expect(body).toMatchObject({ code: "BUNDLE_INVALID" });
  });
});

test("a commands.yaml that is broken is installed, shown as broken, and does nothing", async () => {
  const api = await open();
  const broken = await install(api, { ...HELLO, "commands/commands.yaml": "commands: [" });
  expect(broken).toMatchObject({
    problem: expect.stringContaining('"commands/commands.yaml" cannot be used'),
    tools: [],
  });
  expect((await api.get("/v1/capabilities/ext:demo.hello")).body).toMatchObject({
    status: "draft",
    problem: expect.stringContaining("cannot be used"),
  });
});

test("a model calls a tool of an extension in a session, and files that it leaves are the session's", async () => {
  const api = await open({
    ...ALLOW,
    steps: [{ tool_calls: [{ name: "keep", input: { args: ["a note"] } }] }, { text: "Kept." }],
  });
  await install(api, {
    "manifest.json": JSON.stringify({ id: "notes", name: "Notes", version: "1.0.0" }),
    "commands.yaml": "commands: [{name: keep, description: Keeps a note., entrypoint: keep.py}]",
    "keep.py": "import sys\nopen('note.txt', 'w').write(sys.argv[1])\n",
  });
  await api.request("PATCH", "/v1/agents/agent_witness", { body: { capabilities: ["ext:notes"] } });
  const session = await api.openSession();
  const sent = await api.post(`/v1/sessions/${session.id}/messages?wait_ms=20000`, {
    content: "go",
  });
  expect(sent.status).toBe(200);
  const { body } = await api.get(`/v1/sessions/${session.id}/files/note.txt`);
  expect(body).toBe("a note");
});

test("a folder is checked as an extension strictly, item by item, and nothing is installed", async () => {
  const api = await open();
  const check = async (tree: Tree) =>
    (await api.post<JsonObject>("/v1/capabilities/check-folder", { path: makeTree(tree) })).body;
  expect(await check(ARGS)).toMatchObject({ kind: "ext", name: "args", ok: true });
  const missing = { ...ARGS, "commands.yaml": "commands:\n  - name: x\n    entrypoint: none.sh\n" };
  const { ok, items } = await check(missing);
  expect(ok).toBe(false);
  const message = expect.stringContaining("none.sh");
  expect(items).toContainEqual({ name: "x", state: "failed", message, duration_ms: 0 });
  expect((await api.get("/v1/extensions")).body).toMatchObject({ total: 0 });
});

test("X42: a command is called as its author writes it, with a slash", async () => {
  const api = await open(ALLOW);
  await install(api, HELLO);
  expect((await outputs(api, "ext:demo.hello:/hello", { name: "Ada" })).stdout).toBe(
    "Hello, Ada!\n",
  );
  const path = `/v1/tools/${encodeURIComponent("ext:demo.hello:/hello")}`;
  expect((await api.get(path)).body).toMatchObject({ tool_id: "ext:demo.hello:hello" });
});

test("X42: a step of the install plan runs only by a call, which asks, and in the sandbox", async () => {
  const api = await open({ permissions: {} });
  await install(api, HELLO);
  const asked = await api.invoke("ext:demo.hello.install-plan:install_step_3", {});
  expect(asked).toMatchObject({ state: "input_required", inputRequest: { kind: "approval" } });
  expect(api.gate.catalog.getTool("ext:demo.hello.install-plan:install_step_3")?.riskLevel).toBe(
    "HIGH",
  );
  expect(existsSync("/tmp/capstan-plan-was-run")).toBe(false);
});

test("X36: an extension is removed as the capability that it is, by an admin", async () => {
  const api = await open();
  await install(api, HELLO);
  const remove = (as: "owner" | "admin") =>
    api.request("DELETE", "/v1/capabilities/ext:demo.hello", { as });
  expect(await remove("owner")).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
  expect(await remove("admin")).toMatchObject({ status: 200, body: { removed: true } });
  expect((await api.get("/v1/extensions")).body).toMatchObject({ total: 0 });
});
