import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Live, startLive } from "../../live-server.ts";
import { fixture } from "./open-mcp-api.ts";

const RIG = join(import.meta.dirname, "../../../rig/node_modules");

/** What the suite asks for beside tools, and what a gateway has of it so far. */
const NOT_PASSED_ON = {
  "logging, which is not passed on yet": ["logging-set-level", "tools-call-with-logging"],
  "sampling, which is not passed on yet": ["tools-call-sampling"],
  "completion, which is not passed on yet": ["completion-complete"],
  "resources, which are tools here so far": [
    ...["resources-list", "resources-read-text", "resources-read-binary"],
    ...["resources-templates-read", "resources-subscribe", "resources-unsubscribe"],
  ],
  "prompts, which are tools here so far": [
    ...["prompts-list", "prompts-get-simple", "prompts-get-with-args"],
    ...["prompts-get-embedded-resource", "prompts-get-with-image"],
  ],
};

/** Of the newer era, which the suite asks of a server that speaks it itself, through the gateway. */
const NOT_PASSED_ON_2026 = {
  "completion, which is not passed on yet": ["completion-complete"],
  "resources and prompts, which are tools here so far": [
    ...["resources-list", "resources-read-text", "resources-read-binary"],
    ...["resources-templates-read", "sep-2164-resource-not-found", "caching"],
    ...["prompts-list", "prompts-get-simple", "prompts-get-with-args"],
    ...["prompts-get-embedded-resource", "prompts-get-with-image"],
  ],
  "an upstream's own keys and state of input_required, which the gateway makes anew": [
    ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state"],
    ...["multiple-input-requests", "multi-round", "missing-input-response", "non-tool-request"],
    ...["result-type", "tampered-state", "capability-check", "ignore-extra-params"],
  ].map((name) => `input-required-result-${name}`),
  "diagnostic tools that ask for logging and sampling": ["server-stateless"],
  "tools with x-mcp-header, which the gateway does not read": [
    "http-custom-header-server-validation",
  ],
  "tasks, an extension that is not offered": [
    ...["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal"],
    ...["mrtr-input", "request-headers", "dispatch-and-envelope", "required-task-error"],
    ...["mrtr-composition"],
  ].map((name) => `tasks-${name}`),
};

let live: Live;
let url: string;
let folder: string;
let close = () => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "capstan-conformance-"));
  live = await startLive({ settings: { policy: { profile: "auto" } } });
  const server = {
    id: "suite",
    command: "node",
    args: [fixture("conformance.mjs")],
    capstan: { risk: "LOW" },
  };
  const added = await live.call("POST", "/v1/mcp-servers", server, live.newAdminKey);
  expect(added, JSON.stringify(added)).toMatchObject({ status: 201, body: { state: "ready" } });
  // The suite sends no key.
  const front = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${live.key}` };
    const { method } = request;
    const path = "/mcp?server=suite";
    const onward = send({ port: live.port, host: "127.0.0.1", method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  url = `http://localhost:${(front.address() as AddressInfo).port}/mcp`;
  close = () => {
    front.close();
    front.closeAllConnections();
  };
}, 60_000);
afterAll(async () => {
  close();
  await live.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function runSuite(version: string, args: string[], expected: readonly string[]) {
  const baseline = join(folder, `${version}.yaml`);
  writeFileSync(baseline, `server:\n${expected.map((name) => `  - ${name}\n`).join("")}`);
  const child = spawn(
    process.execPath,
    [
      join(RIG, version, "dist/index.js"),
      ...["server", "--url", url, "--expected-failures", baseline, "-o", folder],
      ...args,
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { code, said };
}

test("the official suite 0.1 finds nothing wrong with what the gateway passes on", async () => {
  const { code, said } = await runSuite("conformance", [], Object.values(NOT_PASSED_ON).flat());
  expect(code, said).toBe(0);
}, 120_000);

test("the official suite 0.2 for 2026-07-28 finds nothing wrong with what the gateway passes on", async () => {
  const args = ["--requirements", "2026-07-28"];
  const { code, said } = await runSuite(
    "conformance-2026",
    args,
    Object.values(NOT_PASSED_ON_2026).flat(),
  );
  expect(code, said).toBe(0);
}, 120_000);
