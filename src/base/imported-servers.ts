import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/** The keys under which programs keep their MCP servers in a file of settings. */
const PLACES: readonly (readonly string[])[] = [
  ["mcpServers"],
  ["servers"],
  ["mcp", "servers"],
  ["mcp"],
  ["context_servers"],
];

/** The servers of a program's settings, each in the common form; empty where it has none. */
export function importedServers(settings: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = PLACES.map((path) => at(settings, path)).find(isServers) ?? {};
  return new Map(
    Object.entries(found).flatMap(([name, server]) =>
      isJsonObject(server) ? [[idOf(name), commonForm(server)] as const] : [],
    ),
  );
}

function at(settings: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    settings,
  );
}

function isServers(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every(isJsonObject);
}

/** Letters, digits and `_.-` only, as the ids of tools need it. */
function idOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || "server";
}

/** One server as `mcpServers` has it: some write the command as a list, and some as an object. */
export function commonForm(server: JsonObject): JsonObject {
  const { command, args, environment, env, enabled, type, ...rest } = server;
  const variables = env ?? environment;
  const transport = type === "local" || type === "remote" ? undefined : type;
  return {
    ...rest,
    ...(transport !== undefined && { type: transport }),
    ...(variables !== undefined && { env: variables }),
    ...(enabled === false && { disabled: true }),
    ...commandOf(command, args),
  };
}

function commandOf(command: JsonValue | undefined, args: JsonValue | undefined): JsonObject {
  if (Array.isArray(command)) {
    const [program = "", ...more] = command;
    return { command: program, args: [...more, ...(Array.isArray(args) ? args : [])] };
  }
  if (isJsonObject(command)) {
    const { path = "", args: own = [], env } = command;
    return { command: path, args: own, ...(env !== undefined && { env }) };
  }
  return { ...(command !== undefined && { command }), ...(args !== undefined && { args }) };
}
