import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRuntime } from "../../src/app/create-runtime.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { INFER, skillTree } from "../../src/features/bundles/testing/skill-trees.ts";
import { usually } from "../runs.ts";
import { databaseOf } from "../test-database.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");
const SECTIONS = { node_name: "Http", code: [{ content: "function send() {}", file: "a.ts" }] };
const REST = { parsed_sections: SECTIONS, source_type: "TYPE1" };
const BOSS = skillTree(
  "boss",
  "interaction_outcomes: {allowed_intermediate_states: [delegating]}",
  {
    "impl.ts": `export const execute = (ctx) => ctx.delegation ? { back: ctx.delegation }
      : { state: "delegating", delegation_target: "infer", delegation_inputs: ctx.inputs.give };`,
  },
);

let home: string;
let env: NodeJS.ProcessEnv;
let servers: ChildProcess[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "capstan-skills-"));
  const settings = { policy: { permissions: { allow: ["skill:*"] } } };
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  env = {
    ...process.env,
    CAPSTAN_HOME: home,
    CAPSTAN_PORT: "0",
    CAPSTAN_MODEL: "offline",
    CAPSTAN_ADMIN_KEY: "admin-key-for-tests-only",
    ...(await databaseOf(home)),
  };
  servers = [];
});

afterEach(async () => {
  for (const server of servers) if (server.exitCode === null) server.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

/** A process of its own, as `capstan serve` runs. */
async function serve() {
  const child = spawn(process.execPath, [CAPSTAN, "serve"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  servers.push(child);
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: Buffer) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(said)));
  });
  const key = readFileSync(join(home, "api-key"), "utf8").trim();
  const call = async <T = JsonObject>(method: string, path: string, body?: object, token = key) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(url + path, options)).json()) as T;
  };
  return {
    call,
    install: (tree: Parameters<typeof makeTree>[0]) =>
      call(
        "POST",
        "/v1/capabilities/install",
        { path: makeTree(tree) },
        "admin-key-for-tests-only",
      ),
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function capstan(...args: string[]): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, [CAPSTAN, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  child.stdout.on("data", (text) => (out += text));
  const [code] = await once(child, "close");
  return { code, out };
}

type Turn = {
  state: string;
  resume_token?: string;
  outputs?: JsonObject;
  input_request?: { fields: { name: string; description: string }[] };
};

test("S6, S58: the quick reference, line by line, with the library, over HTTP and on the command line", async () => {
  // adapter = create_agent_adapter(create_executor(root))
  const server = await serve();
  await server.install(INFER.ts);
  const asked = (turn: Turn) => turn.input_request?.fields.map(({ name }) => name);

  // response = adapter.invoke("schema-infer", inputs, "my-context-id")
  const first = await server.call<Turn>("POST", "/v1/skills/infer/invoke", {
    context_id: "http",
    inputs: {},
  });
  expect(first.state).toBe("input_required");
  // for field in response.input_request.missing_fields: field.name, field.description
  expect(asked(first)).toEqual(["parsed_sections", "source_type"]);
  expect(first.input_request?.fields[1]?.description).toBe("TYPE1 or TYPE2");
  // adapter.invoke(…, resume=True)
  const { resume_token } = first;
  const resumed = { context_id: "http", inputs: REST, resume: true, resume_token };
  expect(await server.call<Turn>("POST", "/v1/skills/infer/invoke", resumed)).toMatchObject({
    state: "completed",
    outputs: { operations: ["send"] },
  });
  // response.errors
  const bare = { parsed_sections: { node_name: "x", code: [] }, source_type: "TYPE1" };
  const failing = { context_id: "bad", inputs: bare };
  expect(await server.call<Turn>("POST", "/v1/skills/infer/invoke", failing)).toMatchObject({
    state: "failed",
    error: { message: "No code." },
  });

  const cli = async (...args: string[]) => {
    const { code, out } = await capstan("skills", ...args, "--json");
    return { code, turn: JSON.parse(out) as Turn };
  };
  const begun = await cli("invoke", "infer", "--context", "cli", "--input", "{}");
  expect(begun).toMatchObject({ code: 3, turn: { state: "input_required" } });
  expect(asked(begun.turn)).toEqual(["parsed_sections", "source_type"]);
  expect(await cli("resume", "cli", "--input", JSON.stringify(REST))).toMatchObject({
    code: 0,
    turn: { state: "completed", outputs: { operations: ["send"] } },
  });
  await server.kill();

  // The same contexts, without a server: a program that opens the same store.
  await using runtime = await createRuntime({
    database: env.DATABASE_URL ?? join(home, "capstan.db"),
    masterKey: Buffer.from(readFileSync(join(home, "master-key"), "utf8"), "base64"),
    permissions: { allow: ["skill:*"] },
  });
  const own = await runtime.invokeSkill("infer", {}, "library");
  expect(own).toMatchObject({ state: "input_required" });
  expect(own.inputRequest?.fields).toMatchObject([
    { name: "parsed_sections" },
    { name: "source_type" },
  ]);
  const ended = await runtime.invokeSkill("infer", REST, "library", { resume: true });
  expect(ended).toMatchObject({ state: "completed", outputs: { operations: ["send"] } });
  await runtime.invokeSkill("infer", {}, "unwanted");
  expect(await runtime.cancelContext("unwanted")).toMatchObject({
    state: "failed",
    error: { code: "CANCELLED" },
  });
}, 60_000);

const IN_BOTH: [string, (typeof INFER)["ts"]][] = [
  ["TypeScript", INFER.ts],
  ["Python", INFER.py],
];

test.each(usually(IN_BOTH, ([language]) => language === "TypeScript"))(
  "S2, S12, S13, S16, S28: a skill in %s that waits goes on in another process",
  async (_, tree) => {
    const first = await serve();
    await first.install(tree);
    await first.install(BOSS);
    const waits = await first.call<Turn>("POST", "/v1/skills/infer/invoke", {
      context_id: "c",
      inputs: { source_type: "TYPE1" },
    });
    expect(waits.state).toBe("input_required");
    // The child is handed over to, and nobody has heard of it yet.
    const handed = await first.call<Turn>("POST", "/v1/skills/boss/invoke", {
      context_id: "b",
      inputs: { give: REST },
    });
    expect(handed.state).toBe("delegating");
    await first.kill();

    const second = await serve();
    const { resume_token } = waits;
    const more = { context_id: "c", resume_token, inputs: { parsed_sections: SECTIONS } };
    expect(await second.call<Turn>("POST", "/v1/skills/infer/invoke", more)).toMatchObject({
      state: "completed",
      outputs: { operations: ["send"] },
    });
    const back = { context_id: "b", resume: true, inputs: {} };
    expect(await second.call<Turn>("POST", "/v1/skills/boss/invoke", back)).toMatchObject({
      state: "completed",
      outputs: { back: { target: "infer", state: "completed", outputs: { operations: ["send"] } } },
    });
  },
  60_000,
);
