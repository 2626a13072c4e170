import type { BuiltinCapability } from "../../ports/builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

/** Announced, without tools yet: they are listed, and do nothing (X26). */
export const research: BuiltinCapability = {
  id: BUILTIN_IDS.research,
  name: "Research",
  description: "Looks into a question at length, and keeps what it finds in order.",
  status: "coming_soon",
  icon: "search",
  category: "AI",
  systemPrompt:
    "You have a scratchpad for research. Keep your thoughts, your findings and where they come from in it.",
};

export const sandbox: BuiltinCapability = {
  id: BUILTIN_IDS.sandbox,
  name: "Sandbox",
  description: "Runs code where it can do no harm.",
  status: "coming_soon",
  icon: "box",
  category: "Execution",
  systemPrompt: "You can run code safely in a sandbox with execute_code.",
};
