import type {
  Agent,
  Approval,
  AuditRecord,
  Capability,
  Context,
  Explanation,
  Extension,
  Grant,
  InstalledFolder,
  McpServer,
  Message,
  Outcome,
  Pack,
  Secret,
  Session,
  SessionEvent,
  SessionFile,
  Skill,
  Token,
  Tool,
} from "../../client/wire.ts";

const TIME = "2026-03-01T10:00:00.000Z";

export const TOOL: Tool = {
  tool_id: "builtin:test_math:add",
  name: "add",
  wire_name: "add",
  description: "Adds two numbers.\nExactly.",
  examples: ["{a} plus {b}"],
  input_schema: { type: "object", required: ["a", "b"] },
  output_schema: null,
  risk_level: "LOW",
  risk_reasons: ["declared"],
  side_effect_tags: [],
  behaviour: { read_only: true, idempotent: true, dry_run: false, timeout_ms: 30_000 },
  source_type: "builtin",
  source_id: "test_math",
  capability_id: "test_math",
  trust: "builtin",
  version: "1.0.0",
  digest: "sha256:00",
  enabled: true,
};

export const APPROVAL: Approval = {
  id: "appr_1",
  state: "pending",
  level: "user",
  session_id: "session_1",
  invocation_id: "inv_1",
  tool_id: "builtin:session_file_system:delete_file",
  risk_level: "HIGH",
  side_effect_tags: ["fs.delete"],
  inputs: { path: "/notes.txt", recursive: true },
  reason: "HIGH risk asks in this profile.",
  expires_at: "2026-03-02T10:00:00.000Z",
  created_at: TIME,
  answered_by: null,
  answered_at: null,
};

export const OUTCOME: Outcome = {
  invocation_id: "inv_1",
  state: "completed",
  outputs: { sum: 5 },
  declared_side_effects: [],
  artifacts: [],
  duration_ms: 1,
  turn: 0,
};

export const WAITING: Outcome = {
  invocation_id: "inv_1",
  state: "input_required",
  input_request: { kind: "approval", reason: "A person has to agree.", approval_ids: ["appr_1"] },
  declared_side_effects: [],
  artifacts: [],
  duration_ms: 1,
  turn: 0,
};

export const SESSION: Session = {
  id: "session_1",
  agent_id: "agent_1",
  title: "Notes",
  state: "completed",
  turn: 1,
  version: 3,
  mode: "execution",
  profile: "risk",
  input_request: null,
  error: null,
  spec: null,
  resume_token: "resume_7",
  packs: [],
  created_at: TIME,
  updated_at: TIME,
};

export const USER_MESSAGE: Message = {
  id: "msg_1",
  session_id: "session_1",
  turn: 1,
  role: "user",
  content: "What is 2 + 3?",
  created_at: TIME,
};

export const ASSISTANT_MESSAGE: Message = {
  ...USER_MESSAGE,
  id: "msg_2",
  role: "assistant",
  content: "It is 5.",
};

export const EVENT: SessionEvent = {
  id: "evt_1",
  type: "turn.started",
  sequence: 1,
  session_id: "session_1",
  turn: 1,
  ts: TIME,
  data: { a: 1 },
};

export const AUDIT_RECORD: AuditRecord = {
  id: "aud_1",
  stream: "session_1",
  sequence: 4,
  ts: TIME,
  type: "invocation.ended",
  actor: "owner",
  session_id: "session_1",
  invocation_id: "inv_1",
  tool_id: TOOL.tool_id,
  data: { state: "completed" },
  hash: "00",
};

export const GRANT: Grant = {
  id: "grant_1",
  state: "active",
  scope: "always",
  match: "tool",
  tool_id: "builtin:test_math:add",
  definition: "sha256:00",
  access: "sha256:01",
  input: null,
  session_id: null,
  actor: "owner",
  level: "user",
  approval_id: "appr_1",
  created_by: "owner",
  created_at: TIME,
  expires_at: null,
};

export const SECRET: Secret = {
  name: "API",
  tools: ["mcp:github:*"],
  hint: "1234",
  created_at: TIME,
  updated_at: TIME,
};

export const TOKEN: Token = {
  id: "token_1",
  name: "bot",
  scopes: ["invoke"],
  created_at: TIME,
  expires_at: null,
  revoked_at: null,
};

export const EXPLANATION: Explanation = {
  decision: { effect: "allow", reason: "Reads are fine.", rule: "risk.low" },
  levels: [
    {
      level: 0,
      allowed: true,
      rules: [
        {
          id: "risk.low",
          effect: "permit",
          file: "profile risk",
          line: 7,
          reason: "Reads are fine.",
        },
      ],
      errors: [],
    },
  ],
  facts: {},
  would_change: [{ change: "Profile strict.", effect: "ask" }],
};

export const CAPABILITY: Capability = {
  id: "test_math",
  name: "Test Math",
  description: "A calculator.\nFor tests.",
  status: "available",
  kind: "builtin",
  version: "1.0.0",
  dependencies: ["noop@^1.0.0"],
  tools: ["builtin:test_math:add"],
};

export const SKILL: Skill = {
  name: "hello",
  capability_id: "skill:hello",
  version: "1.0.0",
  description: "Greets people.",
  problem: null,
  contract: {
    allowed_intermediate_states: ["input_required"],
    max_turns: 4,
    supports_resume: true,
    state_persistence: "facts_only",
    input_request_schema: [],
    request_schema: null,
    answer_schema: null,
    execution_mode: "deterministic",
    autonomy_level: "READ",
    side_effects: [],
    writes: "none",
    timeout_seconds: 60,
    retry: { policy: "none", max_retries: 0 },
    idempotency: { required: false, key_spec: null },
    max_fix_iterations: 0,
    required_artifacts: [],
    failure_modes: [],
    depends_on: [],
    fs_scope: null,
  },
  warnings: [],
};

export const CONTEXT: Context = {
  id: "c1",
  session_id: null,
  turn: 1,
  state: "input_required",
  summary: "",
  version: 1,
  detail: null,
  input_request: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  events: [],
  facts: [],
  resume_token: "c1:1:1:x",
  skill: "hello",
  is_earlier_version: false,
  parent: null,
  children: [],
  owner: "owner",
  outcome: null,
};

export const FOLDER: InstalledFolder = {
  id: "skill:hello",
  kind: "skill",
  name: "hello",
  version: "1.0.0",
  description: "Greets people.",
  path: "/skills/hello",
  digest: "sha256:a",
  enabled: true,
  origin: "local",
  warnings: [],
  installed_by: "admin",
  installed_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  problem: null,
  tools: ["skill:hello:run"],
};

export const EXTENSION: Extension = {
  id: "demo.hello",
  name: "Hello",
  version: "1.0.0",
  description: "Greets people.",
  path: "/extensions/hello",
  digest: "sha256:a",
  enabled: true,
  warnings: ["Odd."],
  installed_by: "admin",
  installed_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  capability_id: "ext:demo.hello",
  problem: null,
  tools: [
    {
      tool_id: "ext:demo.hello:hello",
      description: "Greets.",
      risk_level: "MED",
      enabled: false,
      problem: "It has no entrypoint.",
    },
  ],
};

export const PACK: Pack = {
  id: "incident-triage",
  name: "incident-triage",
  description: "Triage incidents.",
  path: "/packs/incident-triage",
  entry_doc: "SKILL.md",
  has_tools_json: true,
  digest: "sha256:a",
  allowed_tools: ["Read"],
  warnings: ["Odd."],
  added_by: "owner",
  added_at: "2026-03-01T10:00:00.000Z",
  updated_at: "2026-03-01T10:00:00.000Z",
  changed: true,
};

export const AGENT: Agent = {
  id: "agent_1",
  name: "helper",
  system_prompt: "You help.",
  status: "active",
  capabilities: ["noop", { id: "test_math@^1.0.0", config: {} }],
  created_at: TIME,
};

export const FILE: SessionFile = {
  path: "/a.txt",
  name: "a.txt",
  is_directory: false,
  size_bytes: 12,
  mime: "text/plain",
  digest: "sha256:1",
  created_at: "2026-03-01T09:00:00.000Z",
  updated_at: "2026-03-01T09:00:00.000Z",
};

export const MCP_SERVER: McpServer = {
  id: "files",
  state: "ready",
  error: null,
  tools: 2,
  trust: "local-mcp",
  from: "added",
  command: "node",
  args: ["/srv/files.mjs"],
  package: null,
  unseen: ["/srv/data"],
  changed: [],
  log: "",
  sign_in: "none",
};
