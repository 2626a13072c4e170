import * as z from "zod";
import { JsonSchema } from "./tool.ts";

export const IntermediateState = z.enum(["input_required", "delegating", "paused"]);
export type IntermediateState = z.infer<typeof IntermediateState>;

/** How much of a run is remembered between its turns (S44). */
export const StatePersistence = z.enum(["none", "facts_only", "full_events"]);

/** One piece of information that a skill asks for. */
export const InputField = z.strictObject({
  name: z.string().min(1).max(200),
  type: z.string().max(100).default("string"),
  description: z.string().max(2_000).default(""),
  required: z.boolean().default(true),
});
export type InputField = z.infer<typeof InputField>;

/** What a skill's code may change: nothing, its artifacts folder, or what it was given. */
export const Writes = z.enum(["none", "artifacts", "given"]);
export type Writes = z.infer<typeof Writes>;

export const MAX_TURNS = { default: 8, most: 20 } as const;

/** What a skill may do, as its SKILL.md says it, and what it is held to when it runs. */
export const SkillContract = z.strictObject({
  /** In which of the resumable states a turn may end; none for a skill that answers at once. */
  allowed_intermediate_states: z.array(IntermediateState),
  max_turns: z.int().min(1).max(MAX_TURNS.most),
  supports_resume: z.boolean(),
  state_persistence: StatePersistence,
  /** What it may ask for. */
  input_request_schema: z.array(InputField),
  /** What a request that goes out is held against; null where nothing is said. */
  request_schema: JsonSchema.nullable(),
  /** What inputs are held against beside the skill's own schema; null where nothing is said. */
  answer_schema: JsonSchema.nullable(),
  execution_mode: z.enum(["deterministic", "hybrid", "advisor_only"]),
  autonomy_level: z.enum(["READ", "SUGGEST", "IMPLEMENT", "COMMIT"]),
  side_effects: z.array(z.string()),
  writes: Writes,
  timeout_seconds: z.number().min(1).max(3_600),
  retry: z.strictObject({ policy: z.string(), max_retries: z.int() }),
  idempotency: z.strictObject({ required: z.boolean(), key_spec: z.string().nullable() }),
  max_fix_iterations: z.int(),
  required_artifacts: z.array(
    z.strictObject({ name: z.string(), type: z.string(), description: z.string() }),
  ),
  failure_modes: z.array(z.string()),
  depends_on: z.array(z.string()),
  fs_scope: z.string().nullable(),
});
export type SkillContract = z.infer<typeof SkillContract>;
