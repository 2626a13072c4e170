import type { Args } from "./args.ts";
import { sourceName } from "./source-name.ts";

/** What is meant by `hub show` and `hub install`. */
export function hubWanted(args: Args) {
  const [version, hub] = [args.get("version"), args.get("hub")];
  return {
    name: sourceName(args.require("name")),
    ...(version !== undefined && { version }),
    ...(hub !== undefined && { hub: sourceName(hub) }),
  };
}
