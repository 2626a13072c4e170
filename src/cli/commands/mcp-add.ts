import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Args } from "../args.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { mcpExitCode, mcpLines } from "../mcp-lines.ts";
import { whileWaiting } from "../while-waiting.ts";
import { wholePaths } from "../whole-paths.ts";

export const mcpAdd: Run = async (args, context) => {
  const body = { id: args.require("id"), ...configOf(args) };
  const client = await context.admin();
  const work = client.request("POST /v1/mcp-servers", { body, deadlineMs: CALL_DEADLINE_MS });
  const answer = await whileWaiting(context, FETCHES, work);
  await context.print(answer, mcpLines);
  return mcpExitCode(answer.body);
};

/** A server that is started by npx or uvx may need a hundred packages. */
export const FETCHES = "Looking for the packages that it needs …";

function configOf(args: Args): JsonObject {
  const [command, ...rest] = wholePaths(args.rest, process.cwd());
  const url = args.get("url");
  const header = args.get("header");
  const env = args.get("env");
  return {
    ...(command !== undefined && { command, args: rest }),
    ...(url !== undefined && { url }),
    ...(env !== undefined && { env: pairs("--env", env.split(","), "=") }),
    ...(header !== undefined && { headers: pairs("--header", [header], ":") }),
    ...capstanOf(args),
  };
}

function capstanOf(args: Args): JsonObject {
  const roots = (option: string, verbs: string[]) =>
    listOf(args.get(option)).map((root) => ({ root, verbs }));
  const paths = [...roots("read", ["read"]), ...roots("write", ["read", "write"])];
  const hosts = listOf(args.get("hosts"));
  const capstan = {
    ...(paths.length + hosts.length > 0 && { access: { paths, hosts } }),
    ...(args.has("trust") && { trust: true }),
  };
  return Object.keys(capstan).length > 0 ? { capstan } : {};
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",").filter((it) => it !== "");
}

function pairs(option: string, texts: readonly string[], sign: "=" | ":"): JsonObject {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(sign);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      const form = sign === "=" ? "NAME=value" : "Name: value";
      throw new CapstanError("REQUEST_INVALID", `${option} "${text}" is not of the form ${form}.`);
    }),
  );
}
