import type { Command, Option, Run } from "./command.ts";

type Definition = {
  positionals?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  rest?: string;
  load?: () => Promise<Run>;
};

const LIMIT: Option = { kind: "count", value: "<n>", summary: "How many at most" };
const OFFSET: Option = { kind: "count", value: "<n>", summary: "How many to skip" };
const SESSION: Option = { kind: "text", value: "<session_id>", summary: "Only of this session" };
const WAIT: Option = { kind: "count", value: "<ms>", summary: "How long to wait for the turn" };

const TASK: Option = {
  kind: "text",
  value: "<intent_id>",
  summary: "All pending approvals of this task",
};

const DECLINE: Option = {
  kind: "flag",
  summary: "Decline the question of a waiting call",
};

const DRAFT: Option = {
  kind: "text",
  value: "<file>",
  summary: "A policy that is not in force yet",
};

const HUB_ITEM = {
  version: { kind: "text", value: "<version>", summary: "The newest without it" },
  hub: { kind: "text", value: "<url>", summary: "The hub that is meant, where several have it" },
  diff: { kind: "flag", summary: "Show line by line what changed since the installed one" },
} satisfies Record<string, Option>;

const AGENT = {
  name: { kind: "text", value: "<name>", summary: "What it is called" },
  prompt: {
    kind: "text",
    value: "<text>",
    summary: "Its system prompt, which comes after those of its capabilities",
  },
  model: { kind: "text", value: "<model>", summary: "Its model; the server's without it" },
  capabilities: { kind: "text", value: "<id[@range],…>", summary: "What it can do, in order" },
} satisfies Record<string, Option>;

/** The whole command line as data. Help is printed from it, so no command loads until it runs. */
export const COMMANDS: readonly Command[] = [
  command("serve", "Run the server and the console of this home", {
    options: {
      port: { kind: "count", value: "<n>", summary: "The port; CAPSTAN_PORT or 4747 without it" },
      host: { kind: "text", value: "<address>", summary: "Where to listen; this machine only" },
      open: { kind: "flag", summary: "Open the console in a browser, signed in" },
      background: { kind: "flag", summary: "Take any free port, and end when idle" },
    },
  }),
  command("worker", "Run turns beside the servers that share a PostgreSQL"),
  command("chat", "Talk to an agent, and answer what it asks", {
    options: {
      session: { kind: "text", value: "<session_id>", summary: "Go on with this one" },
      agent: { kind: "text", value: "<agent_id>", summary: "The agent; assistant without it" },
      profile: { kind: "text", value: "<name>", summary: "auto, risk, strict or governed" },
      pack: { kind: "text", value: "<pack_id,…>", summary: "Packs to attach to it" },
      "open-reads": { kind: "flag", summary: "Let the session read the packs it attaches" },
      "open-tools": { kind: "flag", summary: "Let the agent enable the tools of these packs" },
    },
    load: async () => (await import("./commands/chat.ts")).chat,
  }),
  command("do", "Say what you want done: it is planned, shown, asked about and done", {
    positionals: ["task"],
    options: {
      "dry-run": { kind: "flag", summary: "Only say what would happen" },
      yes: { kind: "flag", summary: "Confirm what a user may confirm" },
      session: { kind: "text", value: "<session_id>", summary: "Go on with this one" },
    },
    load: async () => (await import("./commands/do.ts")).doTask,
  }),
  command("add", "Add a folder, a zip, an MCP server (address, npm name) or JSON", {
    positionals: ["what…"],
    options: {
      id: {
        kind: "text",
        value: "<id>",
        summary: "What an MCP server is called, or which of several",
      },
      preview: { kind: "flag", summary: "Only say what it is and could do" },
      yes: { kind: "flag", summary: "Add it without asking" },
    },
    load: async () => (await import("./commands/add.ts")).add,
  }),
  command("undo", "Take back what a task has moved or renamed; the last one without an id", {
    positionals: ["intent_id?"],
    options: { yes: { kind: "flag", summary: "Confirm what a user may confirm" } },
    load: async () => (await import("./commands/undo.ts")).undo,
  }),
  command("backup", "Write a whole copy of the database to a new file", {
    positionals: ["file"],
    load: async () => (await import("./commands/backup.ts")).backup,
  }),
  command("restore", "Put a backup in the place of this home's database", {
    positionals: ["file"],
  }),
  command("status", "Say whether a server runs, and what goes on in it", {
    load: async () => (await import("./commands/status.ts")).status,
  }),
  command("version", "Show the version", {
    load: async () => (await import("./commands/version.ts")).version,
  }),
  command("console", "Print a link that signs a browser in to the console", {
    options: {
      admin: { kind: "flag", summary: "As the admin as well, for at most 15 minutes" },
    },
    load: async () => (await import("./commands/console.ts")).openConsole,
  }),
  command("model", "Show the model that answers where an agent names none", {
    load: async () => (await import("./commands/model-show.ts")).modelShow,
  }),
  command("model connect", "Try a model with its key, and use it from now on", {
    positionals: ["model?"],
    options: {
      "key-stdin": {
        kind: "flag",
        summary: "Read the key from standard input (or set CAPSTAN_MODEL_KEY)",
      },
      "base-url": { kind: "text", value: "<url>", summary: "Another address of the provider" },
    },
    load: async () => (await import("./commands/model-connect.ts")).modelConnect,
  }),
  command("model disconnect", "Forget the connected model and its key", {
    load: async () => (await import("./commands/model-disconnect.ts")).modelDisconnect,
  }),
  command("doctor", "Check this installation and say what to do", {
    options: {
      fix: { kind: "flag", summary: "Ask, and then install what the sandbox needs" },
    },
    load: async () => (await import("./commands/doctor.ts")).doctor,
  }),
  command("tools list", "List the tools of the catalog", {
    options: {
      "source-type": { kind: "text", value: "<type,…>", summary: "builtin, skill, agent, pack, …" },
      "risk-max": { kind: "text", value: "<level>", summary: "LOW, MED, HIGH or CRITICAL" },
      search: { kind: "text", value: "<text>", summary: "Only tools that match" },
      limit: LIMIT,
      offset: OFFSET,
    },
    load: async () => (await import("./commands/tools-list.ts")).toolsList,
  }),
  command("tools search", "Find tools by what they do", {
    positionals: ["text"],
    load: async () => (await import("./commands/tools-search.ts")).toolsSearch,
  }),
  command("tools show", "Show one tool and its input schema", {
    positionals: ["tool_id"],
    load: async () => (await import("./commands/tools-show.ts")).toolsShow,
  }),
  command("tools call", "Call a tool and wait for its outcome", {
    positionals: ["tool_id"],
    options: {
      input: { kind: "text", value: "<json|@file|->", summary: "The input; {} without it" },
      "dry-run": { kind: "flag", summary: "Do a dry run, without effects" },
      session: { kind: "text", value: "<session_id>", summary: "Call inside this session" },
      "message-id": { kind: "text", value: "<id>", summary: "Your id: repeating it runs once" },
      resume: { kind: "text", value: "<token>", summary: "The call that waits, to go on with" },
      reconcile: {
        kind: "text",
        value: "<ran|not_run|run_again>",
        summary: "What you found out about it",
      },
      decline: DECLINE,
    },
    load: async () => (await import("./commands/tools-call.ts")).toolsCall,
  }),
  command("capabilities list", "List what agents can be given", {
    options: {
      kind: { kind: "text", value: "<kind,…>", summary: "builtin, skill, agent, pack, …" },
      status: { kind: "text", value: "<status,…>", summary: "available, coming_soon, …" },
      limit: LIMIT,
      offset: OFFSET,
    },
    load: async () => (await import("./commands/capabilities-list.ts")).capabilitiesList,
  }),
  command("capabilities show", "Show one capability: its prompt, its tools, what it needs", {
    positionals: ["capability_id"],
    load: async () => (await import("./commands/capabilities-show.ts")).capabilitiesShow,
  }),
  command("capabilities new", "Write a capability of your own to begin with, as a file", {
    positionals: ["id"],
    options: { out: { kind: "text", value: "<file>", summary: "Where; <id>.json without it" } },
    load: async () => (await import("./commands/capabilities-new.ts")).capabilitiesNew,
  }),
  command("capabilities new pack", "Write a folder to begin a pack with", {
    positionals: ["name"],
    options: { out: { kind: "text", value: "<folder>", summary: "Inside which; here without it" } },
    load: async () => (await import("./commands/capabilities-new-pack.ts")).capabilitiesNewPack,
  }),
  command("capabilities new agent", "Write a folder to begin a manifest agent with", {
    positionals: ["name"],
    options: {
      python: { kind: "flag", summary: "In Python; in TypeScript without it" },
      out: { kind: "text", value: "<folder>", summary: "Inside which; here without it" },
    },
    load: async () => (await import("./commands/capabilities-new-agent.ts")).capabilitiesNewAgent,
  }),
  command("capabilities new skill", "Write a folder to begin a skill with", {
    positionals: ["name"],
    options: {
      python: { kind: "flag", summary: "In Python; in TypeScript without it" },
      out: { kind: "text", value: "<folder>", summary: "Inside which; here without it" },
    },
    load: async () => (await import("./commands/capabilities-new-skill.ts")).capabilitiesNewSkill,
  }),
  command("capabilities check", "Check a capability in a file, or a folder, without adding it", {
    positionals: ["file"],
    load: async () => (await import("./commands/capabilities-check.ts")).capabilitiesCheck,
  }),
  command("capabilities lock", "Write the lock of the packages that a folder asks for", {
    positionals: ["folder"],
    load: async () => (await import("./commands/capabilities-lock.ts")).capabilitiesLock,
  }),
  command("capabilities test", "Check a folder, and run its examples in the sandbox", {
    positionals: ["folder"],
    load: async () => (await import("./commands/capabilities-test.ts")).capabilitiesTest,
  }),
  command("capabilities add", "Add the capability in a file (add takes it too)", {
    positionals: ["file"],
    load: async () => (await import("./commands/capabilities-add.ts")).capabilitiesAdd,
  }),
  command("capabilities remove", "Remove a capability of your own, or an installed folder", {
    positionals: ["capability_id"],
    load: async () => (await import("./commands/capabilities-remove.ts")).capabilitiesRemove,
  }),
  command("capabilities install", "Install a folder or a zip; add does the same and more", {
    positionals: ["path"],
    load: async () => (await import("./commands/capabilities-install.ts")).capabilitiesInstall,
  }),
  command("capabilities refresh", "Read the folder of an installed capability again", {
    positionals: ["capability_id"],
    load: async () => (await import("./commands/capabilities-refresh.ts")).capabilitiesRefresh,
  }),
  command("capabilities enable", "Let the tools of an installed capability run", {
    positionals: ["capability_id"],
    options: {
      draft: { kind: "flag", summary: "Run it although its author calls it a draft" },
    },
    load: async () => (await import("./commands/capabilities-enable.ts")).capabilitiesEnable,
  }),
  command("capabilities disable", "Keep an installed capability, and let none of its tools run", {
    positionals: ["capability_id"],
    load: async () => (await import("./commands/capabilities-enable.ts")).capabilitiesDisable,
  }),
  command("packs add", "Add a folder as a pack (add finds out the kind)", {
    positionals: ["folder"],
    options: {
      "entry-doc": { kind: "text", value: "<file>", summary: "Its entry doc; found without it" },
    },
    load: async () => (await import("./commands/packs-add.ts")).packsAdd,
  }),
  command("packs list", "List the packs that sessions can be given", {
    options: {
      search: { kind: "text", value: "<text>", summary: "Only those that match" },
      limit: LIMIT,
      offset: OFFSET,
    },
    load: async () => (await import("./commands/packs-list.ts")).packsList,
  }),
  command("packs show", "Show a pack: its files, its tools, and what has changed", {
    positionals: ["pack_id"],
    load: async () => (await import("./commands/packs-show.ts")).packsShow,
  }),
  command("packs refresh", "Read the folder of a pack again", {
    positionals: ["pack_id"],
    load: async () => (await import("./commands/packs-refresh.ts")).packsRefresh,
  }),
  command("trust", "Trust a project: packs and MCP servers that lie in it are found", {
    positionals: ["folder"],
    load: async () => (await import("./commands/trust.ts")).trust,
  }),
  command("packs remove", "Remove a pack", {
    positionals: ["pack_id"],
    load: async () => (await import("./commands/packs-remove.ts")).packsRemove,
  }),
  command("skills list", "List the skills", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/skills-list.ts")).skillsList,
  }),
  command("skills show", "Show a skill and its contract, or with --context one of its runs", {
    positionals: ["name?"],
    options: {
      context: { kind: "text", value: "<context_id>", summary: "The run to show" },
    },
    load: async () => (await import("./commands/skills-show.ts")).skillsShow,
  }),
  command("skills invoke", "Run a turn of a skill", {
    positionals: ["name"],
    options: {
      context: { kind: "text", value: "<context_id>", summary: "The run that it is a turn of" },
      input: { kind: "text", value: "<json|@file|->", summary: "The input; {} without it" },
      "dry-run": { kind: "flag", summary: "Do a dry run, without effects" },
      session: { kind: "text", value: "<session_id>", summary: "Call inside this session" },
      "message-id": { kind: "text", value: "<id>", summary: "Your id: repeating it runs once" },
    },
    load: async () => (await import("./commands/skills-invoke.ts")).skillsInvoke,
  }),
  command("skills resume", "Go on with a run that waits", {
    positionals: ["context_id"],
    options: {
      input: { kind: "text", value: "<json|@file|->", summary: "What it asked for" },
    },
    load: async () => (await import("./commands/skills-invoke.ts")).skillsResume,
  }),
  command("skills cancel", "End a run that waits, and what it handed over", {
    positionals: ["context_id"],
    load: async () => (await import("./commands/skills-cancel.ts")).skillsCancel,
  }),
  command("skills check", "Check the folder of a skill, without taking it in", {
    positionals: ["folder"],
    load: async () => (await import("./commands/skills-check.ts")).skillsCheck,
  }),
  command("hub init", "Make a folder a hub, with a key of its own", {
    positionals: ["folder"],
    options: { name: { kind: "text", value: "<name>", summary: "That of the folder without it" } },
    load: async () => (await import("./commands/hub-init.ts")).hubInit,
  }),
  command("hub publish", "Check a folder, run its tests, and publish it into a hub", {
    positionals: ["folder"],
    options: {
      to: { kind: "text", value: "<hub>", summary: "The folder of the hub", required: true },
      as: { kind: "text", value: "<publisher>", summary: "The name of the hub without it" },
    },
    load: async () => (await import("./commands/hub-publish.ts")).hubPublish,
  }),
  command("hub withdraw", "Take a version back: who syncs disables it, with the reason", {
    positionals: ["item"],
    options: {
      reason: { kind: "text", value: "<text>", summary: "Why, for everyone", required: true },
      to: { kind: "text", value: "<hub>", summary: "The folder of the hub", required: true },
    },
    load: async () => (await import("./commands/hub-withdraw.ts")).hubWithdraw,
  }),
  command("hub refresh", "Re-sign a hub's index (signatures expire after 30 days)", {
    options: {
      to: { kind: "text", value: "<hub>", summary: "The folder of the hub", required: true },
    },
    load: async () => (await import("./commands/hub-refresh.ts")).hubRefresh,
  }),
  command("hub search", "Search the hubs for what could be installed", {
    positionals: ["text?"],
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/hub-search.ts")).hubSearch,
  }),
  command("hub show", "Fetch and verify something, and show all of it before it is installed", {
    positionals: ["name"],
    options: HUB_ITEM,
    load: async () => (await import("./commands/hub-show.ts")).hubShow,
  }),
  command(
    "hub install",
    "Ask for something of a hub, a folder, a URL, npm or git to be installed",
    {
      positionals: ["name"],
      options: HUB_ITEM,
      load: async () => (await import("./commands/hub-install.ts")).hubInstall,
    },
  ),
  command("hub sync", "Look at every hub again: what is newer, what was withdrawn", {
    load: async () => (await import("./commands/hub-sync.ts")).hubSync,
  }),
  command("hub list", "List what was installed, from where, and whether it is still good", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/hub-list.ts")).hubList,
  }),
  command("hub remove", "Remove what was installed, once no agent has it", {
    positionals: ["name"],
    load: async () => (await import("./commands/hub-remove.ts")).hubRemove,
  }),
  command("hub keys", "List whose keys are pinned, forget one, or change one of your own", {
    options: {
      rotate: {
        kind: "text",
        value: "<hub>",
        summary: "Give the hub in this folder a new key that the old one names",
      },
      as: { kind: "text", value: "<publisher>", summary: "With --rotate: this publisher's key" },
      forget: {
        kind: "text",
        value: "<publisher>",
        summary: "The next install asks an admin again",
      },
    },
    load: async () => (await import("./commands/hub-keys.ts")).hubKeys,
  }),
  command("hub verify", "Compare what is installed, byte by byte, with capstan-lock.json", {
    options: {
      lock: { kind: "text", value: "<file>", summary: "A lock; that of the home without it" },
    },
    load: async () => (await import("./commands/hub-verify.ts")).hubVerify,
  }),
  command("extensions install", "Install a folder or a zip of commands (add finds out the kind)", {
    positionals: ["path"],
    load: async () => (await import("./commands/extensions-install.ts")).extensionsInstall,
  }),
  command("extensions list", "List the extensions", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/extensions-list.ts")).extensionsList,
  }),
  command("extensions show", "Show an extension: its tools, its files, its install plan", {
    positionals: ["extension_id"],
    load: async () => (await import("./commands/extensions-show.ts")).extensionsShow,
  }),
  command("extensions enable", "Let the tools of an extension run", {
    positionals: ["extension_id"],
    load: async () => (await import("./commands/extensions-enable.ts")).extensionsEnable,
  }),
  command("extensions disable", "Keep an extension, and let none of its tools run", {
    positionals: ["extension_id"],
    load: async () => (await import("./commands/extensions-enable.ts")).extensionsDisable,
  }),
  command("extensions remove", "Remove an extension", {
    positionals: ["extension_id"],
    load: async () => (await import("./commands/extensions-remove.ts")).extensionsRemove,
  }),
  command("agents list", "List agents", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/agents-list.ts")).agentsList,
  }),
  command("agents show", "Show an agent", {
    positionals: ["agent_id"],
    load: async () => (await import("./commands/agents-show.ts")).agentsShow,
  }),
  command("agents create", "Make an agent out of capabilities", {
    options: { ...AGENT, name: { ...AGENT.name, required: true } },
    load: async () => (await import("./commands/agents-create.ts")).agentsCreate,
  }),
  command("agents update", "Change an agent; capabilities are replaced as a whole", {
    positionals: ["agent_id"],
    options: AGENT,
    load: async () => (await import("./commands/agents-update.ts")).agentsUpdate,
  }),
  command("agents remove", "Remove an agent", {
    positionals: ["agent_id"],
    load: async () => (await import("./commands/agents-remove.ts")).agentsRemove,
  }),
  command("agents preview", "Show what a model would be sent: prompt, tools, warnings", {
    positionals: ["agent_id"],
    load: async () => (await import("./commands/agents-preview.ts")).agentsPreview,
  }),
  command("sessions create", "Open a session", {
    options: {
      agent: { kind: "text", value: "<agent_id>", summary: "The agent; assistant without it" },
      title: { kind: "text", value: "<text>", summary: "A title" },
      profile: { kind: "text", value: "<name>", summary: "auto, risk, strict or governed" },
    },
    load: async () => (await import("./commands/sessions-create.ts")).sessionsCreate,
  }),
  command("sessions send", "Send a message and wait for the turn", {
    positionals: ["session_id", "text"],
    options: {
      "wait-ms": WAIT,
      attach: { kind: "text", value: "<pack_id,…>", summary: "Packs to attach with it" },
      "open-reads": { kind: "flag", summary: "Let the session read the packs it attaches" },
      "open-tools": { kind: "flag", summary: "Let the agent enable the tools of these packs" },
      detach: { kind: "text", value: "<pack_id,…>", summary: "Packs to detach" },
    },
    load: async () => (await import("./commands/sessions-send.ts")).sessionsSend,
  }),
  command("sessions list", "List sessions", {
    options: {
      search: { kind: "text", value: "<text>", summary: "Only those with this in their title" },
      limit: LIMIT,
      offset: OFFSET,
    },
    load: async () => (await import("./commands/sessions-list.ts")).sessionsList,
  }),
  command("sessions show", "Show a session's state and messages", {
    positionals: ["session_id"],
    load: async () => (await import("./commands/sessions-show.ts")).sessionsShow,
  }),
  command("sessions events", "List what happened in a session", {
    positionals: ["session_id"],
    options: {
      since: { kind: "count", value: "<sequence>", summary: "Only what came after this" },
      limit: LIMIT,
    },
    load: async () => (await import("./commands/sessions-events.ts")).sessionsEvents,
  }),
  command("sessions resume", "Answer what a call asks, or say what became of an interrupted one", {
    positionals: ["session_id"],
    options: {
      reconcile: {
        kind: "text",
        value: "<ran|not_run|run_again>",
        summary: "What you found out about the effect",
      },
      input: { kind: "text", value: "<json|@file|->", summary: "The fields that a call asks for" },
      decline: DECLINE,
    },
    load: async () => (await import("./commands/sessions-resume.ts")).sessionsResume,
  }),
  command("sessions cancel", "Cancel the turn that runs or waits", {
    positionals: ["session_id"],
    load: async () => (await import("./commands/sessions-cancel.ts")).sessionsCancel,
  }),
  command("sessions rename", "Give a session another title", {
    positionals: ["session_id", "title"],
    load: async () => (await import("./commands/sessions-rename.ts")).sessionsRename,
  }),
  command("sessions fork", "Open a new session with the conversation of this one", {
    positionals: ["session_id"],
    options: {
      "message-id": { kind: "text", value: "<message_id>", summary: "Only up to this message" },
    },
    load: async () => (await import("./commands/sessions-fork.ts")).sessionsFork,
  }),
  command("sessions delete", "Erase a session, with its messages and files, for ever", {
    positionals: ["session_id"],
    options: { yes: { kind: "flag", summary: "Do not ask whether you are sure" } },
    load: async () => (await import("./commands/sessions-delete.ts")).sessionsDelete,
  }),
  command("files list", "List the files of a session", {
    positionals: ["session_id"],
    options: {
      path: { kind: "text", value: "<folder>", summary: "Only what is in this folder" },
      recursive: { kind: "flag", summary: "And in the folders of it" },
    },
    load: async () => (await import("./commands/files-list.ts")).filesList,
  }),
  command("files get", "Print a file of a session, or save it", {
    positionals: ["session_id", "path"],
    options: { out: { kind: "text", value: "<file>", summary: "Save it as this new file" } },
    load: async () => (await import("./commands/files-get.ts")).filesGet,
  }),
  command("files put", "Put a file of this machine into a session", {
    positionals: ["session_id", "file"],
    options: { to: { kind: "text", value: "<path>", summary: "Where; its own name without it" } },
    load: async () => (await import("./commands/files-put.ts")).filesPut,
  }),
  command("files delete", "Delete a file of a session", {
    positionals: ["session_id", "path"],
    options: { recursive: { kind: "flag", summary: "A folder, with all that is in it" } },
    load: async () => (await import("./commands/files-delete.ts")).filesDelete,
  }),
  command("approvals list", "List the questions that wait for a person", {
    options: {
      state: { kind: "text", value: "<state|all>", summary: "pending without it" },
      session: SESSION,
    },
    load: async () => (await import("./commands/approvals-list.ts")).approvalsList,
  }),
  command("approvals show", "Show exactly what would run, and why it asks", {
    positionals: ["approval_id"],
    load: async () => (await import("./commands/approvals-show.ts")).approvalsShow,
  }),
  command("approvals run", "Approve calls and run them; without an id the only pending one", {
    positionals: ["approval_id…"],
    options: {
      task: TASK,
      "wait-ms": WAIT,
      input: { kind: "text", value: "<json|@file|->", summary: "Run it with this input instead" },
      remember: { kind: "text", value: "<session|always>", summary: "Do not ask again, how long" },
      match: { kind: "text", value: "<exact|tool>", summary: "For this input only, or any" },
      "expires-in-s": { kind: "count", value: "<s>", summary: "Forget it again after this" },
      access: {
        kind: "text",
        value: "<once|session|always>",
        summary: "How long what it opens is open; once without it",
      },
    },
    load: async () => (await import("./commands/approvals-run.ts")).approvalsRun,
  }),
  command("approvals deny", "Deny calls; without an id the only pending one", {
    positionals: ["approval_id…"],
    options: {
      task: TASK,
      reason: { kind: "text", value: "<text>", summary: "Why; the model is told" },
    },
    load: async () => (await import("./commands/approvals-deny.ts")).approvalsDeny,
  }),
  command("access list", "List the folders and hosts that are open to capabilities", {
    positionals: ["capability_id?"],
    load: async () => (await import("./commands/access-list.ts")).accessList,
  }),
  command("access allow", "Open a folder or a host to a capability", {
    positionals: ["capability_id", "path|host"],
    options: { write: { kind: "flag", summary: "Files in the folder may be changed as well" } },
    load: async () => (await import("./commands/access-allow.ts")).accessAllow,
  }),
  command("access revoke", "Close a folder or a host again; all of them without one", {
    positionals: ["capability_id", "path|host?"],
    load: async () => (await import("./commands/access-revoke.ts")).accessRevoke,
  }),
  command("grants list", "List the answers that are remembered", {
    options: { session: SESSION },
    load: async () => (await import("./commands/grants-list.ts")).grantsList,
  }),
  command("grants revoke", "Forget a remembered answer", {
    positionals: ["grant_id"],
    load: async () => (await import("./commands/grants-revoke.ts")).grantsRevoke,
  }),
  command("policy check", "Validate the policies, with a draft if given", {
    options: { draft: DRAFT },
    load: async () => (await import("./commands/policy-check.ts")).policyCheck,
  }),
  command("policy explain", "Say what would be decided, by which rule, and what would change it", {
    positionals: ["tool_id"],
    options: {
      input: { kind: "text", value: "<json|@file|->", summary: "The input; {} without it" },
      session: { kind: "text", value: "<session_id>", summary: "As a call of this session" },
      profile: { kind: "text", value: "<name>", summary: "Under this profile" },
      "dry-run": { kind: "flag", summary: "As a dry run" },
    },
    load: async () => (await import("./commands/policy-explain.ts")).policyExplain,
  }),
  command("policy replay", "Decide the recorded calls again by a draft", {
    positionals: ["file"],
    options: {
      since: { kind: "text", value: "<7d|24h|time>", summary: "How far back; 7d without it" },
    },
    load: async () => (await import("./commands/policy-replay.ts")).policyReplay,
  }),
  command("secrets set", "Keep a secret; its value is typed or read from standard input", {
    positionals: ["name"],
    options: {
      tool: { kind: "text", value: "<pattern,…>", summary: "Tools whose inputs may refer to it" },
    },
    load: async () => (await import("./commands/secrets-set.ts")).secretsSet,
  }),
  command("secrets list", "List the secrets, without their values", {
    load: async () => (await import("./commands/secrets-list.ts")).secretsList,
  }),
  command("secrets remove", "Remove a secret", {
    positionals: ["name"],
    load: async () => (await import("./commands/secrets-remove.ts")).secretsRemove,
  }),
  command("mcp add", "Add an MCP server with options of its own (add takes most)", {
    positionals: ["id"],
    options: {
      url: { kind: "text", value: "<url>", summary: "Its address, if it is no program" },
      env: { kind: "text", value: "<NAME=value,…>", summary: "Its environment" },
      header: { kind: "text", value: "<Name: value>", summary: "Sent with every request" },
      read: { kind: "text", value: "<path,…>", summary: "Folders that it may read" },
      write: { kind: "text", value: "<path,…>", summary: "Folders that it may change" },
      hosts: { kind: "text", value: "<host,…>", summary: "Hosts that it may reach" },
      trust: { kind: "flag", summary: "Believe what it says of its own tools" },
    },
    rest: "[-- <command> <arguments…>]",
    load: async () => (await import("./commands/mcp-add.ts")).mcpAdd,
  }),
  command("mcp list", "List the MCP servers, and how they are", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/mcp-list.ts")).mcpList,
  }),
  command("mcp show", "Show an MCP server: what it runs, what has changed, the end of its log", {
    positionals: ["id"],
    load: async () => (await import("./commands/mcp-show.ts")).mcpShow,
  }),
  command("mcp remove", "Remove an MCP server that was added", {
    positionals: ["id"],
    load: async () => (await import("./commands/mcp-remove.ts")).mcpRemove,
  }),
  command("mcp refresh", "Connect to an MCP server anew, and list its tools again", {
    positionals: ["id"],
    load: async () => (await import("./commands/mcp-refresh.ts")).mcpRefresh,
  }),
  command("mcp login", "Sign in at a remote MCP server: prints the link to open", {
    positionals: ["id"],
    load: async () => (await import("./commands/mcp-login.ts")).mcpLogin,
  }),
  command("mcp import", "Add the MCP servers of another program (add takes them too)", {
    positionals: ["file"],
    load: async () => (await import("./commands/mcp-import.ts")).mcpImport,
  }),
  command("mcp serve", "Serve the catalog to an MCP client, on standard input and output", {
    options: {
      server: { kind: "text", value: "<id>", summary: "One MCP server, under its own names" },
      agent: { kind: "text", value: "<agent_id>", summary: "What this agent has" },
      risk: { kind: "text", value: "<level>", summary: "Nothing above LOW, MED, HIGH or CRITICAL" },
      allow: { kind: "text", value: "<pattern,…>", summary: "Only tools of these ids or names" },
      search: { kind: "flag", summary: "Two tools that find and call the others" },
      approve: { kind: "flag", summary: "Let the client answer approvals, with your own key" },
    },
    load: async () => (await import("./commands/mcp-serve.ts")).mcpServe,
  }),
  command("principals list", "List the people and programs that keys belong to", {
    options: {
      search: { kind: "text", value: "<text>", summary: "Only those with this in their name" },
      limit: LIMIT,
      offset: OFFSET,
    },
    load: async () => (await import("./commands/principals-list.ts")).principalsList,
  }),
  command("principals show", "Show one of them", {
    positionals: ["principal_id"],
    load: async () => (await import("./commands/principals-show.ts")).principalsShow,
  }),
  command("principals create", "Add a person or a program", {
    options: {
      name: { kind: "text", value: "<name>", summary: "What they are called", required: true },
      kind: { kind: "text", value: "<kind>", summary: "user or service; user" },
    },
    load: async () => (await import("./commands/principals-create.ts")).principalsCreate,
  }),
  command("principals rename", "Give somebody another name; what they did stays theirs", {
    positionals: ["principal_id"],
    options: { name: { kind: "text", value: "<name>", summary: "The new one", required: true } },
    load: async () => (await import("./commands/principals-rename.ts")).principalsRename,
  }),
  command("principals disable", "End somebody's keys, streams and waiting questions", {
    positionals: ["principal_id"],
    load: async () => (await import("./commands/principals-disable.ts")).principalsDisable,
  }),
  command("principals enable", "Let somebody back in, with the keys that they have", {
    positionals: ["principal_id"],
    load: async () => (await import("./commands/principals-enable.ts")).principalsEnable,
  }),
  command("tokens create", "Create a key for an agent, a program or a person", {
    options: {
      name: { kind: "text", value: "<name>", summary: "Whose it is: somebody new" },
      for: { kind: "text", value: "<principal_id>", summary: "Whose it is: somebody known" },
      scope: { kind: "text", value: "<invoke,…>", summary: "invoke, approve, admin; invoke" },
      "expires-in-s": { kind: "count", value: "<s>", summary: "How long it lasts" },
    },
    load: async () => (await import("./commands/tokens-create.ts")).tokensCreate,
  }),
  command("tokens list", "List keys, without their texts", {
    options: { limit: LIMIT, offset: OFFSET },
    load: async () => (await import("./commands/tokens-list.ts")).tokensList,
  }),
  command("tokens revoke", "Revoke a key at once", {
    positionals: ["token_id"],
    load: async () => (await import("./commands/tokens-revoke.ts")).tokensRevoke,
  }),
  command("admin token", "Create a short-lived key in place of the admin key", {
    options: {
      "expires-in-s": { kind: "count", value: "<s>", summary: "How long it lasts; 900" },
    },
    load: async () => (await import("./commands/admin-token.ts")).adminToken,
  }),
  command("admin reset", "Make a new admin key; the old one is worth nothing then"),
  command("halt", "Stop all running calls and start no new ones, until an admin resumes", {
    options: {
      reason: { kind: "text", value: "<text>", summary: "Why, for everyone who is refused" },
      lift: { kind: "flag", summary: "Resume; needs an admin" },
      status: { kind: "flag", summary: "Only say whether everything is stopped" },
    },
    load: async () => (await import("./commands/halt.ts")).halt,
  }),
  command("audit tail", "Show the latest audit records, newest last", {
    options: {
      session: SESSION,
      tool: { kind: "text", value: "<tool_id>", summary: "Only of this tool" },
      by: { kind: "text", value: "<name>", summary: "Only what this person or program did" },
      type: { kind: "text", value: "<type,…>", summary: "Only of these types" },
      limit: LIMIT,
    },
    load: async () => (await import("./commands/audit-tail.ts")).auditTail,
  }),
  command("audit verify", "Prove that no audit record was changed", {
    options: {
      file: { kind: "text", value: "<file>", summary: "An export, instead of the server's" },
      key: { kind: "text", value: "<file>", summary: "The public key that must have signed" },
      checkpoint: { kind: "text", value: "<file>", summary: "One that you kept: finds a rollback" },
    },
    load: async () => (await import("./commands/audit-verify.ts")).auditVerify,
  }),
  command("audit prove", "Print a proof of one call that anyone can check", {
    positionals: ["invocation_id"],
    load: async () => (await import("./commands/audit-prove.ts")).auditProve,
  }),
  command("audit export", "Print every record and checkpoint, one JSON object a line", {
    options: {
      since: { kind: "text", value: "<7d|24h|time>", summary: "How far back; all without it" },
      out: { kind: "text", value: "<file>", summary: "Write to this new file instead" },
    },
    load: async () => (await import("./commands/audit-export.ts")).auditExport,
  }),
  command("audit checkpoint", "Print the last signed checkpoint: keep it elsewhere", {
    load: async () => (await import("./commands/audit-checkpoint.ts")).auditCheckpoint,
  }),
  command("audit key", "Print the public key that verifies checkpoints: keep it elsewhere", {
    load: async () => (await import("./commands/audit-key.ts")).auditKey,
  }),
  command("completion", "Print a script that completes commands: bash, zsh or fish", {
    positionals: ["shell"],
  }),
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

export function commandsOf(group: string): readonly Command[] {
  return COMMANDS.filter((command) => command.name.startsWith(`${group} `));
}

function command(name: string, summary: string, definition: Definition = {}): Command {
  const { positionals = [], options = {}, rest, load } = definition;
  const words = [name, ...positionals.map(positionalWord), ...optionWords(options)];
  const usage = [...words, ...(rest === undefined ? [] : [rest])].join(" ");
  return {
    name,
    summary,
    usage,
    positionals,
    options,
    ...(rest !== undefined && { rest }),
    ...(load && { load }),
  };
}

function positionalWord(name: string): string {
  if (name.endsWith("…")) return `[<${name.slice(0, -1)}>…]`;
  return name.endsWith("?") ? `[<${name.slice(0, -1)}>]` : `<${name}>`;
}

function optionWords(options: Readonly<Record<string, Option>>): string[] {
  return Object.entries(options).map(([name, { value, required }]) => {
    const word = value ? `--${name} ${value}` : `--${name}`;
    return required ? word : `[${word}]`;
  });
}
