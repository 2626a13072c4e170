import type * as z from "zod";
import { AccessScope } from "../schema/access.ts";
import { Scope } from "../schema/actor.ts";
import { AgentCapability } from "../schema/agent.ts";
import { ApprovalLevel, ApprovalState } from "../schema/approval.ts";
import { AuditProof } from "../schema/audit-proof.ts";
import { AuditType } from "../schema/audit-record.ts";
import { CapabilityStatus, SourceType, Trust } from "../schema/capability.ts";
import { Checkpoint } from "../schema/checkpoint.ts";
import { Decision } from "../schema/decision.ts";
import { EventType } from "../schema/event.ts";
import { AppliedRule, Explanation } from "../schema/explanation.ts";
import { InputRequest } from "../schema/input-request.ts";
import { ContentPart, ModelUsage, ToolCall } from "../schema/message.ts";
import { Mode } from "../schema/mode.ts";
import { OfferOption } from "../schema/offer.ts";
import { Artifact } from "../schema/outcome.ts";
import { Person } from "../schema/principal.ts";
import { Profile } from "../schema/profile.ts";
import { Quota } from "../schema/quota.ts";
import { RiskLevel } from "../schema/risk-level.ts";
import { SideEffect } from "../schema/side-effect.ts";
import { SkillContract } from "../schema/skill-contract.ts";
import { TaskState } from "../schema/task-state.ts";
import { ToolBehaviour } from "../schema/tool.ts";
import { AccessView, OpeningView } from "./access-routes.ts";
import { PreviewView } from "./agents-routes.ts";
import { AnswerView, ForeseenView, RememberBody } from "./approvals-routes.ts";
import { AuditVerificationView } from "./audit-routes.ts";
import { ArtifactView, FileView } from "./files-routes.ts";
import { HaltAnswer } from "./halt-routes.ts";
import { ModelView } from "./model-routes.ts";
import { OverviewView } from "./overview-routes.ts";
import {
  DraftBody,
  PolicyProblemView,
  PolicyTextView,
  PolicyView,
  ReplayView,
} from "./policy-routes.ts";
import { UsageView } from "./session-actions-routes.ts";
import { PartBody, TurnView } from "./sessions-routes.ts";
import { SettingsView } from "./settings-routes.ts";
import {
  AgentView,
  ApprovalView,
  AuditView,
  CapabilityView,
  EventView,
  GrantView,
  HaltView,
  MessageView,
  ModelTextView,
  OutcomeView,
  PrincipalView,
  SecretView,
  SessionPackView,
  SessionView,
  SpecView,
  TokenView,
  ToolView,
} from "./views.ts";

/** What travels of gate and engine, by the names that clients and the API reference know it by. */
export const NOUNS: Readonly<Record<string, z.ZodType>> = {
  Access: AccessView,
  AccessScope,
  Agent: AgentView,
  AgentEntry: AgentCapability,
  AgentPreview: PreviewView,
  Answered: AnswerView,
  AppliedRule,
  Approval: ApprovalView,
  ApprovalLevel,
  ApprovalState,
  Artifact,
  AuditProof,
  AuditRecord: AuditView,
  AuditType,
  AuditVerification: AuditVerificationView,
  Capability: CapabilityView,
  CapabilityStatus,
  Checkpoint,
  ContentPart,
  Decision,
  Effect: Decision.shape.effect,
  EventType,
  Explanation,
  Foreseen: ForeseenView,
  Grant: GrantView,
  Halt: HaltView,
  Halted: HaltAnswer,
  InputRequest,
  Message: MessageView,
  MessagePart: PartBody,
  Mode,
  Model: ModelView,
  ModelText: ModelTextView,
  ModelUsage,
  OfferOption,
  Opening: OpeningView,
  Outcome: OutcomeView,
  Overview: OverviewView,
  Policy: PolicyView,
  PolicyDraft: DraftBody,
  PolicyProblem: PolicyProblemView,
  PolicyText: PolicyTextView,
  Profile,
  Quota,
  Remember: RememberBody,
  Replay: ReplayView,
  RiskLevel,
  Scope,
  Secret: SecretView,
  Session: SessionView,
  SessionArtifact: ArtifactView,
  SessionEvent: EventView,
  SessionFile: FileView,
  SessionPack: SessionPackView,
  Settings: SettingsView,
  SideEffect,
  SkillContract,
  SourceType,
  Spec: SpecView,
  TaskState,
  Token: TokenView,
  Principal: PrincipalView,
  Person,
  Tool: ToolView,
  ToolBehaviour,
  ToolCall,
  Trust,
  Turn: TurnView,
  Usage: UsageView,
};
