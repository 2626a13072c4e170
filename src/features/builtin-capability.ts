import type { JsonObject } from "../base/json.ts";
import type { ExecutionRequest } from "../gate/executor.ts";
import type { Hooks } from "../gate/hooks.ts";
import type { CapabilityStatus } from "../schema/capability.ts";
import type { Execution } from "../schema/execution.ts";
import type { RiskLevel } from "../schema/risk-level.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { JsonSchema, ToolBehaviour } from "../schema/tool.ts";

/** What a tool's code is told about its call. */
export type ToolContext = ExecutionRequest["context"] &
  Pick<ExecutionRequest, "files" | "progress" | "signal"> & { readonly now: () => number };

type ToolDescription = {
  readonly name: string;
  /** What people and models call it, where its name alone would say too little. */
  readonly calledAs?: string;
  readonly description: string;
  /** How people ask for it, with the names of inputs as slots: "the time in {timezone}". */
  readonly examples?: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly riskLevel: RiskLevel;
  readonly sideEffectTags?: readonly SideEffect[];
  /** False: listed, and not run until something that it needs is there. */
  readonly enabled?: boolean;
  /** Why it is not enabled. */
  readonly problem?: string;
  /** Left out: not read-only, not idempotent, no dry run, 60 s. */
  readonly behaviour?: Partial<ToolBehaviour>;
};

/** A tool whose code is part of this process. */
export type BuiltinTool = ToolDescription & {
  /** Returns the outputs. An error thrown here reaches people and models as its message only. */
  readonly run: (inputs: JsonObject, context: ToolContext) => unknown;
};

/** A tool that ships with Capstan and runs elsewhere, by the executor of its type. */
export type ExecutedTool = ToolDescription & { readonly execution: Execution };

/** A capability that runs in this process: TypeScript that ships with Capstan or its host (E13). */
export type BuiltinCapability = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: CapabilityStatus;
  /** True: its tools exist only in sessions that it is attached to. */
  readonly perSession?: boolean;
  readonly version?: string;
  readonly systemPrompt?: string;
  /** `id` or `id@range` of what it needs beside itself (E66). */
  readonly dependencies?: readonly string[];
  /** A JSON Schema for what an agent may configure (E67). */
  readonly configSchema?: JsonSchema;
  readonly tools?: readonly (BuiltinTool | ExecutedTool)[];
  /** What it does about the calls of agents that have it. */
  readonly hooks?: Hooks;
  readonly icon?: string;
  readonly category?: string;
};
