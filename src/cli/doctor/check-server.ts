import { AUDIT_DEADLINE_MS, verificationLine } from "../audit-verification.ts";
import type { Client } from "../client.ts";
import { packageInfo } from "../package-info.ts";
import { typed } from "../program.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { checkPacks } from "./check-packs.ts";
import { checkSandbox } from "./check-sandbox.ts";

/** One line for each thing that can be wrong; an answer that fails is a line too. */
export async function checkServer(connect: () => Promise<Client>): Promise<Check[]> {
  let client: Client;
  try {
    client = await connect();
  } catch (error) {
    return [fail("server", reasonOf(error))];
  }
  const reachable = await attempt("server", () => checkHealth(client));
  if (reachable.some(({ state }) => state === "fail")) return reachable;
  return [
    ...reachable,
    ...(await attempt("ready", () => checkReady(client))),
    ...(await attempt("key accepted", () => checkKey(client))),
    ...(await attempt("model", () => checkModel(client))),
    ...(await attempt("folders", () => checkFolders(client))),
    ...(await attempt("packs", () => checkPacks(client))),
    ...(await attempt("sandbox", () => checkSandbox(client))),
    ...(await attempt("audit", () => checkAudit(client))),
    ...(await attempt("approvals", () => checkApprovals(client))),
  ];
}

async function checkHealth(client: Client): Promise<Check> {
  const { version } = (await client.request("GET /healthz")).body;
  const own = packageInfo().version;
  return version === own
    ? ok("server", `${client.url}, version ${version}`)
    : warn("server", `${client.url} runs ${version}, this is ${own}. Restart the server.`);
}

async function checkReady(client: Client): Promise<Check[]> {
  const { status, unknown_calls: unknown = 0 } = (await client.request("GET /readyz")).body;
  return [
    status === "ready" ? ok("ready", status) : fail("ready", `The server says: ${status}.`),
    unknown === 0
      ? ok("interrupted", "no call waits to be reconciled")
      : warn(
          "interrupted",
          `${unknown} calls may or may not have run. See "invocation.interrupted" in: ${typed("audit tail")}`,
        ),
  ];
}

async function checkKey(client: Client): Promise<Check> {
  const { total } = (await client.request("GET /v1/tools", { query: { limit: "1" } })).body;
  return ok("key accepted", `${total} tools`);
}

async function checkModel(client: Client): Promise<Check> {
  const { source, chosen_by: by } = (await client.request("GET /v1/model")).body;
  const { name, state, message } = (await client.request("POST /v1/model/check")).body;
  const check = state === "ok" ? ok : state === "rate_limited" ? warn : fail;
  const advice = by === null ? adviceOf(source, state) : adviceOn(by, state);
  return check("model", `${name}: ${message}${advice}`);
}

function adviceOf(source: string, state: string): string {
  const connect = typed("model connect");
  if (state === "key_refused" || state === "model_unknown") return ` Connect another: ${connect}`;
  return source === "default" && state === "ok" ? ` To connect another: ${connect}` : "";
}

/** The server has the variables: their values here may be others. */
function adviceOn(by: string, state: string): string {
  if (state === "key_refused") return " Set another key for the server, and restart it.";
  if (state === "model_unknown")
    return ` The server takes it from ${by}: change that, and restart it.`;
  return "";
}

async function checkFolders(client: Client): Promise<Check | Check[]> {
  const { items } = (await client.request("GET /v1/refused-folders")).body;
  if (items.length === 0) return ok("folders", "every folder that was found is installed");
  return items.map(({ path, reason }) => warn("folders", `${path} was not installed. ${reason}`));
}

async function checkAudit(client: Client): Promise<Check> {
  const options = { deadlineMs: AUDIT_DEADLINE_MS };
  const { body } = await client.request("GET /v1/audit/verify", options);
  const state = !body.ok ? fail : body.kept?.problem === undefined ? ok : warn;
  return state("audit", verificationLine(body));
}

async function checkApprovals(client: Client): Promise<Check> {
  const query = { state: "pending", limit: "1" };
  const { total } = (await client.request("GET /v1/approvals", { query })).body;
  return total === 0
    ? ok("approvals", "none waits")
    : warn("approvals", `${total} wait for an answer. See: ${typed("approvals list")}`);
}

async function attempt(name: string, check: () => Promise<Check | Check[]>): Promise<Check[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [fail(name, reasonOf(error))];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
