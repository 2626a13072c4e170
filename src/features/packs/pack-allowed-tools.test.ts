import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { OWNER, openHarness } from "../../../test/harness.ts";
import { openApi } from "../../../test/open-api.ts";
import { reopenTestStore } from "../../../test/open-test-store.ts";
import type { JsonObject } from "../../base/json.ts";
import { answerApproval } from "../../engine/sessions/answer-approval.ts";
import { installPath } from "../bundles/testing/install-path.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";
import { changePacks } from "./attach-packs.ts";
import { PACKS as INSTALLED } from "./packs.ts";

let close = async () => {};
afterEach(() => close());

const PACKS = "builtin:capability_packs";
const OPENS = { allow: [`${PACKS}:*`, "builtin:test_math:*", "pack:*"] };
const ADD = "builtin:test_math:add";

const packOf = (name: string, allowed: string | null, more: Record<string, string> = {}) =>
  `${makeTree({
    [`${name}/SKILL.md`]: [
      "---",
      `name: ${name}`,
      "description: D.",
      ...(allowed === null ? [] : [`allowed-tools: ${allowed}`]),
      "---",
      "# How",
    ].join("\n"),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [`${name}/${path}`, text])),
  })}/${name}`;

const call = (name: string, input: JsonObject) => ({ tool_calls: [{ name, input }] });
const opens = (pack_id: string) => call("capability_packs.open_docs", { pack_id });
const add = call("add", { a: 2, b: 3 });

type Options = Parameters<typeof openApi>[0];

/** Sends a message to a session with these packs, under the script of `options`. */
async function send(paths: readonly string[], options: Options) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, permissions: OPENS, profile: "auto", ...options });
  close = api.close;
  for (const path of paths) {
    expect(await api.post("/v1/packs", { path })).toMatchObject({ status: 201 });
  }
  const { id } = await api.openSession();
  const packs = [...api.engine.of(INSTALLED).known().keys()];
  const sent = await api.post<{ session: JsonObject }>(
    `/v1/sessions/${id}/messages?wait_ms=20000`,
    { content: "go", attach: packs },
  );
  return { api, id, session: sent.body.session };
}

const results = async (api: Awaited<ReturnType<typeof openApi>>, id: string) =>
  (await api.store.sessions.conversation(id, 99)).filter(({ role }) => role === "tool");

test.each(["auto", "risk", "strict"] as const)(
  "under %s, a call that an open pack does not list asks and names the pack; denied it is blocked",
  async (profile) => {
    const path = packOf("reader", "Read, Grep");
    const steps = [opens("reader"), add, { text: "end" }];
    const { api, id } = await send([path], { steps, profile });
    const [question] = await api.pending();
    expect(question).toMatchObject({
      toolId: ADD,
      reason: expect.stringContaining(
        'The pack "reader" is open, and its allowed-tools do not list this call.',
      ),
    });
    const denied = await api.post(`/v1/approvals/${question?.id}/deny?wait_ms=20000`);
    expect(denied.body).toMatchObject({
      outcome: { state: "blocked", error: { code: "TOOL_NOT_ALLOWED" } },
    });
    await api.rest(id);
    expect((await results(api, id)).at(-1)?.content).toContain("TOOL_NOT_ALLOWED");
  },
);

test("a person's word lets it run, once; the answer is not remembered", async () => {
  const steps = [opens("reader"), add, add, { text: "end" }];
  const { api, id } = await send([packOf("reader", "Read")], { steps, profile: "auto" });
  const [asked] = await api.pending();
  const remember = { scope: "session", match: "tool" };
  expect(await api.post(`/v1/approvals/${asked?.id}/run`, { remember })).toMatchObject({
    status: 403,
    body: { code: "GRANT_REFUSED" },
  });
  const ran = await api.post(`/v1/approvals/${asked?.id}/run?wait_ms=20000`);
  expect(ran.body).toMatchObject({ outcome: { state: "completed", outputs: { result: 5 } } });
  await api.rest(id);
  expect((await api.pending()).map(({ toolId }) => toolId)).toEqual([ADD]);
});

test("a remembered answer from before does not count while the pack is open", async () => {
  const steps = [add, opens("reader"), add, { text: "end" }];
  const { api, id } = await send([packOf("reader", "Read")], {
    steps,
    profile: "risk",
    permissions: { allow: [`${PACKS}:*`], ask: [ADD] },
  });
  const [first] = await api.pending();
  const remember = { scope: "session", match: "tool" };
  await api.post(`/v1/approvals/${first?.id}/run?wait_ms=20000`, { remember });
  await api.rest(id);
  const [second] = await api.pending();
  expect(second?.reason).toContain('The pack "reader" is open');
});

test.each<[string, string | null, string[]]>([
  ["a pack without a list neither restricts", null, []],
  ["nor does one that lists the call", ADD, []],
  ["and one that lists nothing restricts", '""', [ADD]],
])("%s", async (_, allowed, asked) => {
  const { api } = await send([packOf("p", allowed)], { steps: [opens("p"), add, { text: "end" }] });
  expect((await api.pending()).map(({ toolId }) => toolId)).toEqual(asked);
});

test("several open packs: what one of them lists is allowed, and one without a list lifts nothing", async () => {
  const packs = [packOf("reader", "Read"), packOf("adder", ADD), packOf("plain", null)];
  const steps = [opens("reader"), opens("plain"), add, opens("adder"), add, { text: "end" }];
  const { api, id } = await send(packs, { steps });
  const [asked, ...others] = await api.pending();
  expect(others).toEqual([]);
  expect(asked?.reason).toContain('"reader"');
  await api.post(`/v1/approvals/${asked?.id}/run?wait_ms=20000`);
  const { state } = await api.rest(id);
  expect([state, await api.pending()]).toEqual(["completed", []]);
});

test("until the turn ends: in the next one nothing is open", async () => {
  const steps = [opens("reader"), { text: "read" }, add, { text: "end" }];
  const { api, id } = await send([packOf("reader", "Read")], { steps });
  const { state } = await api.say(id);
  expect([state, await api.pending()]).toEqual(["completed", []]);
});

test("in one answer: what stands beside the opening is asked about once it has opened", async () => {
  const both = {
    tool_calls: [...opens("reader").tool_calls, { name: "append_freely", input: { line: "x" } }],
  };
  const { api } = await send([packOf("reader", "Read")], {
    steps: [both, { text: "end" }],
    permissions: { allow: [`${PACKS}:*`, "*"] },
  });
  expect((await api.pending())[0]?.reason).toContain('The pack "reader" is open');
  expect(api.lines()).toEqual([]);
});

test("exec_best_effort counts as Bash with its pattern; reading, enabling and its own tools are allowed", async () => {
  const tools = {
    tools: [
      {
        name: "hello",
        description: "Says hello.",
        inputSchema: { type: "object", properties: {} },
        exec: { command: "node", args: ["-e", "console.log('hello')"] },
      },
    ],
  };
  const path = packOf("coder", "Bash(node:*)", { "tools.json": JSON.stringify(tools) });
  const pack_id = "coder";
  const exec = (command: string) =>
    call("capability_packs.exec_best_effort", { pack_id, command, args: ["-e", "1"] });
  const { api } = await send([path], {
    steps: [
      opens(pack_id),
      call("capability_packs.read_file", { pack_id, path: "SKILL.md" }),
      call("capability_packs.enable_tools", { pack_id }),
      call("hello", {}),
      exec("node"),
      exec("perl"),
    ],
  });
  expect((await api.pending()).map(({ inputs }) => inputs)).toMatchObject([{ command: "perl" }]);
}, 60_000);

test("policy explain says what the open packs do", async () => {
  const steps = [opens("reader"), add, { text: "end" }];
  const { api, id } = await send([packOf("reader", "Read")], { steps });
  const explain = () =>
    api.post<JsonObject>("/v1/policy/explain", {
      tool_id: ADD,
      inputs: { a: 1, b: 2 },
      session_id: id,
    });
  expect((await explain()).body).toMatchObject({
    decision: {
      effect: "ask",
      rule: "pack.allowed_tools",
      reason: expect.stringContaining('"reader"'),
    },
    levels: [{ allowed: false }, { allowed: true }, { allowed: true }],
    would_change: expect.arrayContaining([
      { change: expect.stringContaining("the turn ends"), effect: "allow" },
    ]),
  });
  const [asked] = await api.pending();
  await api.post(`/v1/approvals/${asked?.id}/deny?wait_ms=20000`);
  await api.rest(id);
  expect((await explain()).body).toMatchObject({ decision: { effect: "allow" } });
});

test("a restart in the middle of the turn changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-restart-"));
  const shared = {
    store: await reopenTestStore(folder),
    masterKey: Buffer.alloc(32, 7),
    permissions: { ...OPENS, ask: ["builtin:test_math:subtract"] },
    steps: [opens("reader"), call("subtract", { a: 3, b: 2 }), add, { text: "end" }],
    profile: "auto" as const,
    contentFolder: join(folder, "content"),
  };
  const before = await openHarness(shared);
  await installPath(before.engine, packOf("reader", `Read builtin:test_math:subtract`));
  const { id } = await before.openSession();
  await changePacks(before.engine, id, { attach: ["reader"] }, "owner");
  await before.say(id);
  const [waiting] = await before.pending();
  expect(waiting?.reason).not.toContain("pack");
  await before.close();

  const after = await openHarness({ ...shared, store: await reopenTestStore(folder) });
  close = after.close;
  await answerApproval(after.engine, waiting?.id ?? "", { type: "run" }, OWNER);
  await after.rest(id);
  const [asked] = await after.pending();
  expect(asked).toMatchObject({ toolId: ADD, reason: expect.stringContaining('"reader"') });
});

test("names that mean nothing here are told when the pack is taken in", async () => {
  const { api } = await send([packOf("p", "Read, Task, Skill(x)")], { steps: [{ text: "end" }] });
  expect((await api.get("/v1/packs/p")).body).toMatchObject({
    warnings: ["allowed-tools names tools that do not exist here: Task, Skill."],
  });
});
