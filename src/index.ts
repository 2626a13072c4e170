// Everything named here is public and versioned; test/architecture/public-surface.test.ts pins it.
export { createRuntime } from "./app/create-runtime.ts";
export { defineCapability } from "./app/define-capability.ts";
export type {
  Answered,
  ApprovalFilter,
  EventOptions,
  InvokeOptions,
  LiveEvent,
  NewAgent,
  PageOptions,
  ResumeOptions,
  Runtime,
  RuntimeOptions,
  SessionEvent,
  Turn,
} from "./app/runtime.ts";
export type { SettingsInput } from "./app/settings.ts";
export { CapstanError, ERROR_CODES, type ErrorCode } from "./base/errors.ts";
export type { BuiltinCapability, BuiltinTool, ToolContext } from "./features/builtin-capability.ts";
export type { SourceReport } from "./gate/catalog/catalog.ts";
export type { Source, SourceState } from "./gate/catalog/source.ts";
export type { ApprovalContext, PolicyDecision } from "./gate/check-allowed.ts";
export type {
  ExecutionRequest,
  ExecutionResult,
  Executor,
} from "./gate/executor.ts";
export type { HookAnswer, HookedCall, Hooks } from "./gate/hooks.ts";
export type {
  Model,
  ModelCheck,
  ModelQuestion,
  ModelReply,
  ModelRequest,
} from "./models/model.ts";
export type { Sandbox } from "./sandbox/sandbox.ts";
export type { Access } from "./schema/access.ts";
export type { Agent, AgentCapability } from "./schema/agent.ts";
export type { Approval } from "./schema/approval.ts";
export type { EventData } from "./schema/event-data.ts";
export type { Execution } from "./schema/execution.ts";
export type { Message, ModelUsage } from "./schema/message.ts";
export type { Outcome } from "./schema/outcome.ts";
export type { Progress } from "./schema/progress.ts";
export type { Session } from "./schema/session.ts";
export type { SourcedCapability, SourcedTool } from "./schema/sourced-capability.ts";
export type { Tool } from "./schema/tool.ts";
