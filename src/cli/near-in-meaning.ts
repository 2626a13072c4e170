/** Words that people type for one thing; a command is called by one of them. */
const WORDS = [
  ["delete", "remove", "rm", "del", "erase", "destroy", "drop", "uninstall", "revoke", "unset"],
  ["list", "ls", "all", "index"],
  ["show", "get", "cat", "view", "describe", "info", "inspect", "read", "print", "open"],
  ["create", "new", "add", "make", "init", "put", "set", "upload", "save"],
  ["update", "edit", "change", "set", "modify", "rename", "mv", "move"],
  ["call", "run", "invoke", "exec", "execute", "use"],
  ["run", "approve", "allow", "accept", "yes", "confirm"],
  ["deny", "reject", "refuse", "no", "decline", "block"],
  ["send", "say", "ask", "tell", "message", "write", "post"],
  ["cancel", "stop", "abort", "kill", "end", "interrupt", "halt"],
  ["search", "find", "grep", "query"],
  ["fork", "copy", "cp", "clone", "branch", "duplicate"],
  ["events", "log", "logs", "history"],
  ["tail", "list", "log", "logs", "show", "events"],
  ["get", "download", "cat", "show", "read", "pull"],
  ["put", "upload", "add", "create", "write", "push"],
  ["explain", "why", "show"],
] as const;

/** Single words for what is a command of its own, or of a group. */
const ALONE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    start: "serve",
    up: "serve",
    server: "serve",
    run: "serve",
    stop: "halt",
    ps: "status",
    info: "status",
    health: "status",
    check: "doctor",
    ask: "chat",
    talk: "chat",
    repl: "chat",
    login: "console",
    open: "console",
    ui: "console",
    web: "console",
    ls: "sessions list",
    list: "sessions list",
    call: "tools call",
    invoke: "tools call",
    approve: "approvals run",
    deny: "approvals deny",
    reject: "approvals deny",
    logs: "audit tail",
    log: "audit tail",
    export: "audit export",
    verify: "audit verify",
    keys: "tokens list",
    skills: "capabilities list",
    abilities: "capabilities list",
  }),
);

/** The command of a group that says in its own word what this word says. */
export function sameMeaning(word: string, verbs: readonly string[]): string | undefined {
  const said = word.toLowerCase();
  for (const group of WORDS) {
    const words: readonly string[] = group;
    if (!words.includes(said)) continue;
    const verb = words.find((other) => verbs.includes(other));
    if (verb) return verb;
  }
  return undefined;
}

export function commandOfMeaning(word: string): string | undefined {
  return ALONE.get(word.toLowerCase());
}
