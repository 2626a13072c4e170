import * as z from "zod";
import { createKeyring } from "../src/base/keyring.ts";
import type { Engine } from "../src/engine/engine.ts";
import type {
  Approval,
  AuditRecord,
  Capability,
  Message,
  Outcome,
  Secret,
  Session,
  Tool,
} from "../src/http/client/wire.ts";
import {
  ApprovalView,
  AuditView,
  CapabilityView,
  MessageView,
  OutcomeView,
  SecretView,
  SessionView,
  ToolView,
  viewMessage,
  viewSecret,
  viewSession,
} from "../src/http/views.ts";
import { toWire } from "../src/http/wire.ts";
import * as make from "../src/testing/fixtures.ts";
import { makeTool } from "../src/testing/make-tool.ts";

const OWNER = { id: "prn_owner", name: "owner" };
const TIME = "2026-03-01T10:00:00.000Z";

/** What the server would answer: held against its view, which drops what outsiders do not see. */
function answer<T>(view: z.ZodType, record: object): T {
  const shape = view instanceof z.ZodObject ? view.strip() : view;
  return toWire(view, shape.parse(record)) as T;
}

const engine = {
  gate: { keyring: createKeyring(new Uint8Array(32)) },
  packs: () => new Map(),
} as unknown as Engine;

export const TOOL = answer<Tool>(
  ToolView,
  makeTool({
    name: "add",
    sourceId: "test_math",
    description: "Adds two numbers.\nExactly.",
    examples: ["{a} plus {b}"],
  }),
);

export const CAPABILITY = answer<Capability>(CapabilityView, {
  id: "test_math",
  name: "Test Math",
  description: "A calculator.\nFor tests.",
  status: "available",
  kind: "builtin",
  version: "1.0.0",
  dependencies: [],
  tools: [TOOL.tool_id],
});

export const APPROVAL = answer<Approval>(
  ApprovalView,
  make.makeApproval({
    id: "appr_1",
    sessionId: "session_1",
    invocationId: "inv_1",
    inputs: { path: "/notes.txt", recursive: true },
    reason: "HIGH risk asks in this profile.",
    expiresAt: "2026-03-02T10:00:00.000Z",
    createdAt: TIME,
  }),
);

export const OUTCOME = answer<Outcome>(
  OutcomeView,
  make.makeOutcome({ invocationId: "inv_1", outputs: { sum: 5 }, turn: 0 }),
);

const { outputs: _, ...waiting } = make.makeOutcome({
  invocationId: "inv_1",
  state: "input_required",
  inputRequest: {
    kind: "approval",
    reason: "A person has to agree.",
    approvalIds: [APPROVAL.id],
  },
  turn: 0,
});
export const WAITING = answer<Outcome>(OutcomeView, waiting);

export const SESSION = answer<Session>(
  SessionView,
  viewSession(
    engine,
    make.makeSession({
      id: "session_1",
      title: "Notes",
      state: "completed",
      turn: 1,
      lastTurn: 1,
      createdAt: TIME,
      updatedAt: TIME,
    }),
  ),
);

const message = (overrides: Parameters<typeof make.makeMessage>[0]) =>
  answer<Message>(
    MessageView,
    viewMessage(make.makeMessage({ sessionId: SESSION.id, createdAt: TIME, ...overrides })),
  );

export const USER_MESSAGE = message({ id: "msg_1" });
export const ASSISTANT_MESSAGE = message({
  id: "msg_2",
  role: "assistant",
  content: "It is 5.",
});

export const AUDIT_RECORD = answer<AuditRecord>(AuditView, {
  ...make.makeAuditEntry({
    stream: SESSION.id,
    ts: TIME,
    type: "invocation.ended",
    sessionId: SESSION.id,
    invocationId: "inv_1",
    toolId: TOOL.tool_id,
    data: { state: "completed" },
  }),
  actor: OWNER,
  sequence: 4,
  hash: "00",
});

export const SECRET = answer<Secret>(
  SecretView,
  viewSecret(make.makeSecret({ name: "API", tools: ["mcp:github:*"], hint: "1234" })),
);
