import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { CapstanError } from "../../../base/errors.ts";
import { type JsonObject, parseJson } from "../../../base/json.ts";

const File = z.object({
  mcpServers: z.record(z.string(), z.record(z.string(), z.json())).default({}),
});

/** The servers of an `mcp.json`, unread: one that is wrong does not hold up the others. */
export function readMcpFile(file: string | undefined): ReadonlyMap<string, JsonObject> {
  if (file === undefined || !existsSync(file)) return new Map();
  let value: unknown;
  try {
    value = parseJson(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new CapstanError("SETTINGS_INVALID", `${file} is not valid JSON.`, { cause });
  }
  const { success, data, error } = File.safeParse(value);
  if (success) return new Map(Object.entries(data.mcpServers));
  const [issue] = error.issues;
  const message = `${file}: "${issue?.path.join(".")}" ${issue?.message}.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}
