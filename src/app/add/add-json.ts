import { CapstanError } from "../../base/errors.ts";
import { commonForm, importedServers } from "../../base/imported-servers.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { customAddition } from "./add-custom.ts";
import { serverAddition } from "./add-server.ts";
import type { Addition } from "./addition.ts";
import { unknown } from "./recognise.ts";

/** JSON is known by its keys: a file of MCP servers, one of them, or a capability. */
export function jsonAddition(engine: Engine, value: JsonValue, id: string | undefined): Addition {
  if (!isJsonObject(value)) throw unknown("This JSON is a list, and one thing is added at a time.");
  const has = (...keys: readonly string[]) => keys.every((key) => Object.hasOwn(value, key));
  if (has("openapi") || has("swagger")) throw unknown(OPENAPI);
  if (has("id", "tools") || has("id", "description")) return customAddition(engine, value);
  const servers = importedServers(value);
  if (servers.size > 0) return oneOf(engine, servers, id);
  if (has("command") || has("url")) {
    return serverAddition(engine, { id, config: commonForm(value) });
  }
  if (has("name", "actions") || has("capabilities")) {
    throw unknown("This is the manifest.json of a folder: give the folder itself.");
  }
  if (has("tools"))
    throw unknown(
      "These are tools without a capability: give them an id, a name and a description.",
    );
  throw unknown("This JSON has neither servers, a command, an address nor tools.");
}

const OPENAPI =
  "This is an OpenAPI document. Write the requests that you want as a capability: capstan capabilities new <id>.";

function oneOf(
  engine: Engine,
  servers: ReadonlyMap<string, JsonObject>,
  wanted: string | undefined,
): Addition {
  const ids = [...servers.keys()];
  const [first = ""] = ids;
  if (servers.size === 1) {
    return serverAddition(engine, { id: wanted ?? first, config: servers.get(first) ?? {} });
  }
  const config = wanted === undefined ? undefined : servers.get(wanted);
  if (config) return serverAddition(engine, { id: wanted, config });
  const message = `There are ${ids.length} servers in it: ${ids.join(", ")}. Say which one with its id.`;
  throw new CapstanError("ADD_AMBIGUOUS", message, { details: { field: "id", ids } });
}
