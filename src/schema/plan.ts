import * as z from "zod";
import { ToolId } from "./tool.ts";

/** A value in a step's inputs that stands for a part of what an earlier step gave. */
export const Reference = z.strictObject({
  /** The id of an earlier step. */
  $from: z.string().min(1).max(64),
  /** A JSON pointer into its outputs; "" is all of them. */
  path: z
    .string()
    .max(1_000)
    .regex(/^(?:\/.*)?$/s)
    .default(""),
});
export type Reference = z.infer<typeof Reference>;

/** One call of a plan. Any value in its inputs may be a reference. */
export const PlanStep = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  toolId: ToolId,
  inputs: z.record(z.string(), z.json()),
  /** What it does, in a sentence for the person who decides whether it runs. */
  says: z.string().min(1).max(500),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** What is to be done for a task, as data: all of it is looked at before any of it runs. */
export const Plan = z.strictObject({ steps: z.array(PlanStep).min(1).max(100) });
export type Plan = z.infer<typeof Plan>;

/** Something that was moved, and what was found there afterwards: what undo compares. */
export const Moved = z.strictObject({
  toolId: ToolId,
  from: z.string(),
  to: z.string(),
  stamp: z.string(),
});
export type Moved = z.infer<typeof Moved>;

/**
 * What makes the turn of a session an intent. The person's message says that it is one; the first
 * answer has the plan; the last one what can be undone.
 */
export const IntentNote = z.strictObject({
  dryRun: z.boolean().optional(),
  plan: Plan.optional(),
  /** The exact plan, where what is shown of it hides a secret. */
  sealedPlan: z.string().optional(),
  /** The step that is not allowed, for which nothing of the plan was run. */
  refused: z.string().optional(),
  /** The step that could not be called: what it needs from an earlier one is not there. */
  stopped: z.string().optional(),
  moved: z.array(Moved).max(100).optional(),
  /** Kept with tasks of earlier versions only. */
  looks: z.array(z.string().max(500)).max(100).optional(),
  note: z.string().max(2_000).optional(),
  /** Of an undo: the intent that it takes back. */
  undoes: z.string().optional(),
});
export type IntentNote = z.infer<typeof IntentNote>;
