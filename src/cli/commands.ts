import type { Command, Option, Run } from "./command.ts";

type Definition = {
  positionals?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  load?: () => Promise<Run>;
};

const LIMIT: Option = { kind: "count", value: "<n>", summary: "How many at most" };
const OFFSET: Option = { kind: "count", value: "<n>", summary: "How many to skip" };
const SESSION: Option = { kind: "text", value: "<session_id>", summary: "Only of this session" };
const WAIT: Option = { kind: "count", value: "<ms>", summary: "How long to wait for the turn" };

/** The whole command line as data. Help is printed from it, so no command loads until it runs. */
export const COMMANDS: readonly Command[] = [
  command("serve", "Run the server and the console of this home", {
    options: {
      background: { kind: "flag", summary: "Take any free port, and end when idle" },
    },
  }),
  command("doctor", "Check this installation and say what to do", {
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
      "dry-run": { kind: "flag", summary: "Rehearse, without effects" },
      session: { kind: "text", value: "<session_id>", summary: "Call inside this session" },
      "message-id": { kind: "text", value: "<id>", summary: "Your id: repeating it runs once" },
      resume: { kind: "text", value: "<token>", summary: "The interrupted call to go on with" },
      reconcile: {
        kind: "text",
        value: "<ran|not_run|run_again>",
        summary: "What you found out about it",
      },
    },
    load: async () => (await import("./commands/tools-call.ts")).toolsCall,
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
    options: { "wait-ms": WAIT },
    load: async () => (await import("./commands/sessions-send.ts")).sessionsSend,
  }),
  command("sessions list", "List sessions", {
    options: { limit: LIMIT, offset: OFFSET },
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
  command("sessions resume", "Say what became of an interrupted call", {
    positionals: ["session_id"],
    options: {
      reconcile: {
        kind: "text",
        value: "<ran|not_run|run_again>",
        summary: "What you found out about the effect",
        required: true,
      },
    },
    load: async () => (await import("./commands/sessions-resume.ts")).sessionsResume,
  }),
  command("sessions cancel", "Cancel the turn that runs or waits", {
    positionals: ["session_id"],
    load: async () => (await import("./commands/sessions-cancel.ts")).sessionsCancel,
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
  command("approvals run", "Approve a call and run it", {
    positionals: ["approval_id"],
    options: { "wait-ms": WAIT },
    load: async () => (await import("./commands/approvals-run.ts")).approvalsRun,
  }),
  command("approvals deny", "Deny a call", {
    positionals: ["approval_id"],
    load: async () => (await import("./commands/approvals-deny.ts")).approvalsDeny,
  }),
  command("audit tail", "Show the latest audit records, newest last", {
    options: {
      session: SESSION,
      tool: { kind: "text", value: "<tool_id>", summary: "Only of this tool" },
      limit: LIMIT,
    },
    load: async () => (await import("./commands/audit-tail.ts")).auditTail,
  }),
  command("audit verify", "Prove that no audit record was changed", {
    load: async () => (await import("./commands/audit-verify.ts")).auditVerify,
  }),
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

export function commandsOf(group: string): readonly Command[] {
  return COMMANDS.filter((command) => command.name.startsWith(`${group} `));
}

function command(name: string, summary: string, definition: Definition): Command {
  const { positionals = [], options = {}, load } = definition;
  const usage = [name, ...positionals.map((it) => `<${it}>`), ...optionWords(options)].join(" ");
  return { name, summary, usage, positionals, options, ...(load && { load }) };
}

function optionWords(options: Readonly<Record<string, Option>>): string[] {
  return Object.entries(options).map(([name, { value, required }]) => {
    const word = value ? `--${name} ${value}` : `--${name}`;
    return required ? word : `[${word}]`;
  });
}
