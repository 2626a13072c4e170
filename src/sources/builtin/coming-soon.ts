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

export const sessionFileSystem: BuiltinCapability = {
  id: BUILTIN_IDS.fileSystem,
  name: "File System",
  description: "Files of the session's own: read, write, list, search and remove them.",
  status: "coming_soon",
  icon: "folder",
  category: "File Operations",
  systemPrompt:
    "You have a file system of your own for this session. Paths are absolute. Look around with list_directory and grep_files before you read, and read before you change.",
};

/** Without a prompt by design: its one tool says all there is (E35). */
export const webFetch: BuiltinCapability = {
  id: BUILTIN_IDS.webFetch,
  name: "Web Fetch",
  description: "Fetches a page from the web, as it is, as text or as markdown.",
  status: "coming_soon",
  icon: "globe",
  category: "Network",
};
