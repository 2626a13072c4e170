import type { BuiltinCapability } from "../../ports/builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

/** Announced, without tools yet: they are listed, and do nothing (X26). */
export const sandbox: BuiltinCapability = {
  id: BUILTIN_IDS.sandbox,
  name: "Sandbox",
  description: "Runs code where it can do no harm.",
  status: "coming_soon",
  icon: "box",
  category: "Execution",
  systemPrompt: "You can run code safely in a sandbox with execute_code.",
};
