import { lstatSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { FoundMcpServer } from "../../../schema/found-mcp-server.ts";
import { parseServer } from "./parse-server.ts";
import { readMcpFile } from "./read-mcp-file.ts";

const FILE = ".mcp.json";
const MAX_BYTES = 1_000_000;
const MAX_SERVERS = 100;

/** A server that a project asks for, with all of its settings. */
type Found = FoundMcpServer & { readonly config: JsonObject };

/** What the `.mcp.json` of these projects ask for. Nothing of it is started. */
export function findServers(
  projects: readonly string[],
  isKnown: (id: string) => boolean,
): readonly Found[] {
  return projects.flatMap((project) => {
    const path = join(project, FILE);
    try {
      return [...readProject(path)].slice(0, MAX_SERVERS).map(([id, config]) => ({
        ...shownOf(id, config),
        project,
        digest: digest(config),
        isAdded: isKnown(id),
        config,
      }));
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      const nothing = { id: "", digest: "", isAdded: false, config: {} };
      return [{ ...nothing, project, problem: error.message }];
    }
  });
}

function readProject(path: string): ReadonlyMap<string, JsonObject> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return new Map();
  // A link may lead out of the project that was trusted.
  if (!stats.isFile() || stats.size > MAX_BYTES) {
    throw new CapstanError("SETTINGS_INVALID", `${path} is a link, or too large to be read.`);
  }
  return readMcpFile(path);
}

/** Without variables and headers: these may hold secrets. */
function shownOf(id: string, config: JsonObject) {
  try {
    const { command, args, url } = parseServer(id, config);
    return {
      id,
      ...(command !== undefined && { command, args: args ?? [] }),
      ...(url !== undefined && { url }),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { id, problem: error.message };
  }
}
