import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import { longTest } from "../../../test/runs.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Model } from "../../models/model.ts";
import { createOfflineModel } from "../../models/offline/offline-model.ts";
import { BUNDLES } from "../bundles/bundles.ts";

let close = async () => {};
afterEach(() => close());

const SHIPPED = fileURLToPath(new URL("../../../capabilities/", import.meta.url));
const NAMES = ["code-fix", "node-normalize", "schema-infer"];

type Named = { name: string };
type Turn = {
  state: string;
  turn: number;
  context_id: string;
  resume_token?: string;
  outputs?: JsonObject & {
    inferred_schema?: { operations: Named[]; properties: Named[]; credentials: Named[] };
    trace_map?: { trace_entries: { source: string }[] };
  };
  error?: { code: string; message: string };
  input_request?: { kind: string; reason: string; fields?: Named[]; approval_ids?: string[] };
  artifacts: { path: string }[];
};

async function openFirst(model: Model = createOfflineModel()) {
  const api = await openApi({
    contentFolder: mkdtempSync(join(tmpdir(), "capstan-content-")),
    model,
    shippedPacks: SHIPPED,
    packFolders: [],
    permissions: { allow: ["skill:*"] },
  });
  close = api.close;
  return api;
}

test("right after a first start, who names a shipped skill waits until it is there", async () => {
  const api = await openFirst();
  expect(api.gate.catalog.getCapability("skill:schema-infer")).toBeUndefined();
  const wanted = { name: "first", capabilities: ["skill:schema-infer"] };
  const [agent, call] = await Promise.all([
    api.post("/v1/agents", wanted),
    api.post("/v1/tools/skill:schema-infer:run/invoke", { inputs: {}, dry_run: true }),
  ]);
  expect(agent.status, JSON.stringify(agent.body)).toBe(201);
  expect(call.status, JSON.stringify(call.body)).toBe(200);
  const unknown = await api.post("/v1/agents", { name: "next", capabilities: ["skill:nobodys"] });
  expect(unknown).toMatchObject({ status: 422, body: { code: "CAPABILITY_UNKNOWN" } });
});

async function open(model: Model = createOfflineModel()) {
  const api = await openFirst(model);
  const skills = () =>
    [...api.engine.of(BUNDLES).installed().values()].map(({ name }) => name).sort();
  await expect.poll(skills, { timeout: 20_000 }).toEqual(expect.arrayContaining(NAMES));
  const turn = async (name: string, body: JsonObject) =>
    (await api.post<Turn>(`/v1/skills/${name}/invoke`, body)).body;
  const approve = async ({ input_request }: Turn) =>
    (
      await api.post<{ outcome: Turn }>(
        `/v1/approvals/${input_request?.approval_ids?.[0] ?? ""}/run`,
      )
    ).body.outcome;
  return { api, turn, approve };
}

const asked = ({ input_request }: Turn) => input_request?.fields?.map(({ name }) => name);
const operations = ({ outputs }: Turn) =>
  outputs?.inferred_schema?.operations.map(({ name }) => name);
const sources = ({ outputs }: Turn) =>
  outputs?.trace_map?.trace_entries.map(({ source }) => source);

test("S8, S29: schema-infer takes the turns of its original", async () => {
  const { turn } = await open();
  const infer = (body: JsonObject) => turn("schema-infer", body);
  const first = await infer({ context_id: "s", inputs: {} });
  expect(first).toMatchObject({ state: "input_required", turn: 1 });
  expect(asked(first)).toEqual(["parsed_sections", "source_type"]);
  const second = await infer({
    context_id: "s",
    resume_token: first.resume_token ?? "",
    inputs: { source_type: "TYPE1" },
  });
  expect(second).toMatchObject({ state: "input_required", turn: 2 });
  expect(asked(second)).toEqual(["parsed_sections"]);
  const code = "export class Trello {\n  async getBoard(id: string) {\n    return 1;\n  }\n}\n";
  const third = await infer({
    context_id: "s",
    resume_token: second.resume_token ?? "",
    inputs: { parsed_sections: { node_name: "Trello", code: [{ content: code, file: "t.ts" }] } },
  });
  expect(third).toMatchObject({
    state: "completed",
    turn: 3,
    outputs: {
      inferred_schema: {
        type: "Trello",
        version: expect.anything(),
        description: expect.any(String),
        operations: [{ name: "getBoard" }],
        credentials: [],
        properties: [{ name: "id", type: "string" }],
      },
      advisor_used: false,
      artifacts_written: ["inferred_schema.json", "trace_map.json"],
    },
  });
  expect(third.artifacts.map(({ path }) => path).sort()).toEqual([
    "/outputs/inferred_schema.json",
    "/outputs/trace_map.json",
  ]);

  const docs = { docs: ["GET /orders", "POST /orders", "method: archive", "Send an API key."] };
  const fromDocs = await infer({
    context_id: "d",
    inputs: { source_type: "TYPE2", parsed_sections: docs },
  });
  expect(fromDocs).toMatchObject({ state: "completed", turn: 1 });
  expect(operations(fromDocs)).toEqual(["getOrders", "createOrders", "archive"]);
  expect(fromDocs.outputs?.inferred_schema?.credentials).toMatchObject([{ name: "apiKey" }]);

  const two = await infer({
    inputs: {
      source_type: "TYPE1",
      parsed_sections: {
        node_name: "Two",
        code: "def send(self):\n    pass\n\ndef fetch():\n    pass",
      },
    },
  });
  expect(operations(two)).toEqual(["send", "fetch"]);
  expect(sources(two)).toEqual(["SOURCE_CODE", "SOURCE_CODE", "ASSUMPTION"]);

  const empty = await infer({ inputs: { source_type: "TYPE1", parsed_sections: {} } });
  expect(asked(empty)).toEqual(["parsed_sections"]);
  const odd = await infer({ inputs: { source_type: "TYPE9", parsed_sections: docs } });
  expect(asked(odd)).toEqual(["source_type"]);
  const bare = { node_name: "Bare", resources: ["user"] };
  expect(await infer({ inputs: { source_type: "TYPE1", parsed_sections: bare } })).toMatchObject({
    state: "failed",
    error: { message: expect.stringContaining("There is no source code in parsed_sections.") },
    artifacts: [],
  });
  let token = "";
  for (const number of [1, 2, 3, 4, 5]) {
    const next = await infer({ context_id: "n", ...(token && { resume_token: token }) });
    expect(next.state).toBe(number < 5 ? "input_required" : "escalated");
    token = next.resume_token ?? "";
  }
});

test("S8: schema-infer reads samples of JSON and CSV", async () => {
  const { turn } = await open();
  const json = await turn("schema-infer", {
    inputs: {
      sample_json: [
        { id: 1, at: "2026-01-02", tags: ["a"], price: 2 },
        { id: 2, at: "2026-01-03", tags: [], price: 2.5, note: null },
      ],
    },
  });
  expect(json.outputs?.inferred_schema).toMatchObject({
    json_schema: {
      type: "object",
      required: ["id", "at", "tags", "price"],
      properties: {
        id: { type: "integer" },
        at: { type: "string", format: "date" },
        tags: { type: "array", items: { type: "string" } },
        price: { type: "number" },
        note: { type: "null" },
      },
    },
  });
  const csv = 'zip;name;paid\n00123;"Smith; Ann";true\n09999;Bo;\n';
  const table = await turn("schema-infer", { inputs: { sample_csv: csv } });
  expect(table.outputs?.inferred_schema?.properties).toMatchObject([
    { name: "zip", type: "string", required: true },
    { name: "name", type: "string", required: true },
    { name: "paid", type: "boolean", required: false },
  ]);
});

test("S9, S49: node-normalize answers at once, and reports what it changed", async () => {
  const { turn } = await open();
  const node = {
    title: "Send SMS",
    typeVersion: "2",
    params: {
      To_Number: { type: "str", required: "yes" },
      mode: { type: "select", options: ["a"] },
    },
    auth: "smsApi",
  };
  const done = await turn("node-normalize", { inputs: { node } });
  expect(done).toMatchObject({
    state: "completed",
    outputs: {
      normalized_name: "sendSms",
      kebab_name: "send-sms",
      node: {
        name: "sendSms",
        displayName: "Send SMS",
        version: 2,
        credentials: [{ name: "smsApi", required: true }],
        properties: [
          { name: "toNumber", type: "string", required: true, default: "" },
          { name: "mode", type: "options", options: [{ name: "A", value: "a" }] },
        ],
      },
    },
  });
  const again = await turn("node-normalize", { inputs: { node: done.outputs?.node ?? {} } });
  expect(again.outputs).toMatchObject({ node: done.outputs?.node, report: { changes: [] } });
  expect(await turn("node-normalize", { inputs: { node: "{" } })).toMatchObject({
    state: "failed",
  });
});

const FILES = {
  "sum.mjs": "export const sum = (a, b) => a - b;\n",
  "check.mjs": 'import { sum } from "./sum.mjs";\nif (sum(2, 3) !== 5) throw new Error("not 5");\n',
};
const COMMAND = ["node", "check.mjs"];
const patch = (replace: string) =>
  JSON.stringify({
    explanation: "It subtracts.",
    changes: [{ path: "sum.mjs", find: "a - b", replace }],
  });

function advisor(...texts: string[]): Model {
  let asked = 0;
  return {
    respond: async () => ({ text: texts[asked++] ?? "{}", toolCalls: [] }),
  };
}

test("S49: code-fix proposes, applies after approval, verifies, and keeps what helps", async () => {
  const outside = JSON.stringify({
    explanation: "x",
    changes: [{ path: "../x", content: "1" }],
  });
  const { api, turn, approve } = await open(advisor(outside, patch("a * b"), patch("a + b")));
  const { id: session_id } = await api.openSession();
  for (const [path, text] of Object.entries(FILES)) {
    await api.engine.filesOf(session_id).write(`/${path}`, Buffer.from(text));
  }
  const sum = async () => String((await api.get(`/v1/sessions/${session_id}/files/sum.mjs`)).body);
  const first = await turn("code-fix", {
    session_id,
    context_id: "f",
    inputs: { command: COMMAND },
  });
  expect(first).toMatchObject({ state: "input_required", input_request: { kind: "confirmation" } });
  const id = first.input_request?.approval_ids?.[0] ?? "";
  expect((await api.get(`/v1/approvals/${id}`)).body).toMatchObject({
    preview: { diff: expect.stringContaining("+export const sum = (a, b) => a * b;") },
  });
  expect(await sum()).toContain("a - b");
  const second = await approve(first);
  expect(second).toMatchObject({
    state: "input_required",
    input_request: { kind: "confirmation" },
  });
  expect(await sum()).toContain("a - b");
  expect(await approve(second)).toMatchObject({
    state: "completed",
    outputs: { fixed: true, attempts: 3, changed_files: ["sum.mjs"] },
  });
  expect(await sum()).toContain("a + b");
});

longTest(
  "S49, S56: code-fix gives up after three patches, with a report; without a model it asks",
  async () => {
    const { turn, approve } = await open(advisor(patch("a"), patch("b"), patch("7")));
    let outcome = await turn("code-fix", {
      context_id: "g",
      inputs: { command: COMMAND, files: FILES },
    });
    for (let n = 0; n < 3; n++) outcome = await approve(outcome);
    expect(outcome).toMatchObject({
      state: "escalated",
      outputs: { report: { attempts: 3, tried: [{ number: 1 }, { number: 2 }, { number: 3 }] } },
    });
    await close();

    const offline = await open();
    const asks = await offline.turn("code-fix", {
      context_id: "h",
      inputs: { command: "node check.mjs", files: FILES },
    });
    expect(asks).toMatchObject({ state: "input_required", input_request: { kind: "fields" } });
    expect(asked(asks)).toEqual(["changes"]);
    const shown = await offline.turn("code-fix", {
      context_id: "h",
      resume_token: asks.resume_token ?? "",
      inputs: { changes: [{ path: "sum.mjs", find: "a - b", replace: "a + b" }] },
    });
    expect(await offline.approve(shown)).toMatchObject({
      state: "completed",
      outputs: { fixed: true, attempts: 1 },
    });
  },
);

const proposal = (...changes: JsonObject[]) => JSON.stringify({ explanation: "So.", changes });

longTest(
  "S49, S56: code-fix mends other languages, and escalates over patches it may not take",
  async () => {
    const python = proposal({ path: "sum.py", find: "a - b\n", replace: "a + b\n" });
    const refused = [
      proposal({ path: "check.py", content: "pass\n" }),
      proposal({ path: "sum.py", find: "nowhere", replace: "x" }),
      proposal({ path: "sum.py", content: "def sum(:\n" }),
    ];
    const shell = proposal({ path: "run.sh", find: "exit 3", replace: "exit 0" });
    const { turn, approve } = await open(advisor(python, ...refused, shell));
    const files = {
      "sum.py": "def sum(a, b):\r\n    return a - b\r\n",
      "check.py": "from sum import sum\nassert sum(2, 3) == 5, 'not 5'\n",
    };
    const command = ["python3", "check.py"];
    const asks = await turn("code-fix", { context_id: "py", inputs: { command, files } });
    expect(await approve(asks)).toMatchObject({
      state: "completed",
      outputs: {
        fixed: true,
        changed_files: ["sum.py"],
        diff: expect.stringContaining("+    return a + b"),
      },
    });

    const stuck = await turn("code-fix", {
      context_id: "stuck",
      inputs: { command, files, allow_paths: ["sum.py"] },
    });
    expect(stuck).toMatchObject({ state: "escalated", outputs: { report: { attempts: 3 } } });
    const told = JSON.stringify(stuck.outputs);
    for (const why of ["check.py", "exactly once", "would be broken"]) expect(told).toContain(why);

    const sh = await turn("code-fix", {
      context_id: "sh",
      inputs: { command: "sh run.sh", files: { "run.sh": "echo broken >&2\nexit 3\n" } },
    });
    expect(await approve(sh)).toMatchObject({ state: "completed", outputs: { fixed: true } });
    const quoted = await turn("code-fix", { inputs: { command: "sh -c 'exit 1'" } });
    expect(quoted).toMatchObject({
      state: "failed",
      error: { message: expect.stringContaining('["sh", "-c"') },
    });
    const none = await turn("code-fix", { inputs: { command: ["no-such-program"] } });
    expect(none).toMatchObject({
      state: "failed",
      error: { message: expect.stringContaining("cannot be run") },
    });
  },
);
