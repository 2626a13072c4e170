import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { type Role, rolesOfKey } from "./key-role.ts";

export type FoundString = { readonly text: string; readonly roles: ReadonlySet<Role> };

type Waiting = { readonly value: JsonValue; readonly roles: ReadonlySet<Role> };

const NO_ROLES: ReadonlySet<Role> = new Set();

/** Every string at any depth, keys included, with the roles of all keys above it. */
export function* stringsIn(inputs: JsonObject): Generator<FoundString> {
  // No recursion: a caller in this process may nest deeper than the stack.
  const waiting: Waiting[] = [{ value: inputs, roles: NO_ROLES }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, roles } = next;
    if (typeof value === "string") yield { text: value.toWellFormed(), roles };
    if (Array.isArray(value)) {
      const whole = commandLine(value, roles);
      if (whole !== undefined) yield { text: whole, roles };
      for (const item of value) waiting.push({ value: item, roles });
    }
    if (!isJsonObject(value)) continue;
    for (const [key, child] of Object.entries(value)) {
      yield { text: key.toWellFormed(), roles: roles.has("command") ? NO_ROLES : roles };
      const own = rolesOfKey(key);
      waiting.push({ value: child, roles: own.length > 0 ? new Set([...roles, ...own]) : roles });
    }
  }
}

/** `["git", "push"]` under `command` is `git push`. */
function commandLine(list: readonly JsonValue[], roles: ReadonlySet<Role>): string | undefined {
  if (!roles.has("command") || list.length < 2) return undefined;
  const words = list.filter((item) => typeof item === "string");
  return words.length === list.length ? words.join(" ").toWellFormed() : undefined;
}
