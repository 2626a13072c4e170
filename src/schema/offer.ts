import * as z from "zod";
import { PlanStep } from "./plan.ts";

const MissingField = z.strictObject({
  name: z.string().max(200),
  /** The JSON type: "string". */
  type: z.string().max(20),
  description: z.string().max(1_000),
});

/** One card: calls that a person may choose. Choosing does not approve them. */
export const OfferOption = z.strictObject({
  /** The answer that chooses it: "1". */
  value: z.string().min(1).max(20),
  /** Its calls in one line. */
  label: z.string().min(1).max(2_000),
  /** In their order. A required field without a recognised value is left out of the inputs. */
  steps: z.array(PlanStep).min(1).max(20),
  /** Required fields of its first step that have no value. */
  missing: z.array(MissingField).max(24),
  /** Words of the request that fill no field and are in no example. */
  unplaced: z.array(z.string().max(500)).max(200),
});
export type OfferOption = z.infer<typeof OfferOption>;

export const MOST_OPTIONS = 3;

/** The cards of an answer, or the one that a message chooses: exactly as it was shown. */
export const Offer = z.strictObject({
  options: z.array(OfferOption).min(1).max(MOST_OPTIONS),
  /** The exact options, where a known secret is hidden in the shown ones. */
  sealed: z.string().optional(),
});
export type Offer = z.infer<typeof Offer>;

/** An answer that chooses: the value alone, or with inputs that a person changed, a step each. */
export const ChoiceForm = z.strictObject({
  choice: z.string().min(1).max(20),
  inputs: z.array(z.record(z.string(), z.json())).max(20).optional(),
});
export type ChoiceForm = z.infer<typeof ChoiceForm>;
