import * as z from "zod";
import { PackTools } from "../src/schema/pack-tools.ts";

/** The JSON Schema of a pack's `tools.json`, for editors. */
export function toolsSchema(): string {
  const schema = z.toJSONSchema(PackTools, { io: "input", unrepresentable: "any" });
  const described = {
    ...schema,
    title: "tools.json",
    description: "The tools of a capability pack: what a model is told of each, and its program.",
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}
