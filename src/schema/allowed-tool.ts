/** One entry of a pack's `allowed-tools`, such as `Read` or `Bash(git add:*)`. */
export type AllowedTool = {
  readonly name: string;
  /** What stands in the parentheses; null without any. */
  readonly pattern: string | null;
};

/** A tool of other hosts, and what it is here. */
export type Meant = {
  /** The ids of ours, as patterns. */
  readonly tools: readonly string[];
  /** What a pattern is held against; a tool of another kind is not allowed by an entry that has one. */
  readonly pattern: "path" | "command" | "url";
};

const FILES = "builtin:session_file_system";

/** By their names in small letters: people write them both ways. */
const MEANT: ReadonlyMap<string, Meant> = new Map<string, Meant>([
  ["read", { tools: [`${FILES}:read_file`, `${FILES}:stat_file`], pattern: "path" }],
  ["write", { tools: [`${FILES}:write_file`], pattern: "path" }],
  ["edit", { tools: [`${FILES}:edit_file`], pattern: "path" }],
  ["multiedit", { tools: [`${FILES}:edit_file`], pattern: "path" }],
  ["grep", { tools: [`${FILES}:grep_files`], pattern: "path" }],
  ["glob", { tools: [`${FILES}:list_directory`, `${FILES}:stat_file`], pattern: "path" }],
  ["ls", { tools: [`${FILES}:list_directory`], pattern: "path" }],
  [
    "bash",
    {
      tools: ["builtin:capability_packs:exec_best_effort", "builtin:sandbox:execute_code"],
      pattern: "command",
    },
  ],
  ["webfetch", { tools: ["builtin:web_fetch:web_fetch"], pattern: "url" }],
  ["websearch", { tools: ["builtin:research:web_search"], pattern: "url" }],
  ["todowrite", { tools: ["builtin:stateless_todo_list:*"], pattern: "path" }],
]);

export function readAllowedTool(written: string): AllowedTool {
  const open = written.indexOf("(");
  if (open < 0 || !written.endsWith(")")) return { name: written, pattern: null };
  return { name: written.slice(0, open).trim(), pattern: written.slice(open + 1, -1).trim() };
}

/** What a name stands for; undefined for one that means nothing here. */
export function meantBy({ name }: AllowedTool): Meant | undefined {
  const [protocol, server, ...tool] = name.split("__");
  if (protocol === "mcp" && server) {
    return { tools: [`mcp:${server}:${tool.join("__") || "*"}`], pattern: "path" };
  }
  // One of ours, by its id.
  if (name.includes(":") || name === "*") return { tools: [name], pattern: "path" };
  return MEANT.get(name.toLowerCase());
}
