import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateTypes, lintOpenApi } from "../../rig/openapi.ts";
import { type Api, openApi } from "../open-api.ts";
import { longTest } from "../runs.ts";

const run = promisify(execFile);
const TSC = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

let api: Api;
let source: string;
let folder: string;
beforeAll(async () => {
  api = await openApi();
  source = JSON.stringify((await api.get("/openapi.json", { as: null })).body);
  folder = mkdtempSync(join(tmpdir(), "capstan-client-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

test("a linter finds nothing wrong with /openapi.json, examples included", async () => {
  expect(await lintOpenApi(source)).toEqual([]);
  const schemas = { Broken: { $ref: "#/$defs/Tool" } };
  const broken = { ...JSON.parse(source), paths: {}, components: { schemas } };
  const found = await lintOpenApi(JSON.stringify(broken));
  expect(found.join()).toContain("no-unresolved-refs: #/components/schemas/Broken");
}, 30_000);

/** As somebody else's program would use it: by operation ids and names of schemas. */
const PROGRAM = `
import type { components, operations } from "./client.d.ts";

type Session = components["schemas"]["Session"];
type Sessions = operations["listSessions"]["responses"]["200"]["content"]["application/json"];
type Message = NonNullable<operations["sendMessage"]["requestBody"]>["content"]["application/json"];
type Wrong = operations["runApproval"]["responses"]["4XX"]["content"]["application/problem+json"];

const query: operations["listSessions"]["parameters"]["query"] = { limit: 10, offset: 0 };
const path: operations["getFile"]["parameters"]["path"] = { id: "session_1", path: "outputs/a.csv" };
const message: Message = { content: "What time is it?" };
const list: components["schemas"]["SessionList"] = { items: [], total: 0 };
const first = (sessions: Sessions): Session | undefined => sessions.items[0];
const mayRetry = ({ code, retryable }: Wrong): boolean => code === "QUEUE_FULL" || retryable;

console.log(query, path, message, first(list)?.resume_token, mayRetry);
`;

/** What the compiler says about all of them, at once: it reads the client once. */
async function compile(programs: Readonly<Record<string, string>>): Promise<string> {
  const files = Object.entries(programs).map(([name, program]) => {
    writeFileSync(join(folder, name), program);
    return join(folder, name);
  });
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2023"];
  const args = [...options, "--module", "nodenext", "--types", "", ...files];
  return run(process.execPath, [TSC, ...args], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

longTest(
  "a client that is generated from it compiles, and knows what does not exist",
  async () => {
    writeFileSync(join(folder, "client.d.ts"), await generateTypes(source));
    const wrong = PROGRAM.replace("resume_token", "resumeToken");
    const said = await compile({ "right.ts": PROGRAM, "wrong.ts": wrong });
    expect(said.trim().split(/\n(?! )/)).toEqual([
      expect.stringMatching(/^wrong\.ts.*Property 'resumeToken' does not exist/),
    ]);
  },
  60_000,
);
