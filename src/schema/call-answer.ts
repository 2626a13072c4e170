import * as z from "zod";
import { Remember } from "./standing-grant.ts";

const Told = z.strictObject({
  by: z.string(),
  /** The sentence that every line of the call shows. */
  says: z.string(),
});

/** An approver's answer that the line of a call has to tell. Its JSON has one spelling everywhere. */
export const CallAnswer = z.discriminatedUnion("type", [
  Told.extend({ type: z.literal("edited") }),
  Told.extend({ type: z.literal("denied"), reason: z.string() }),
  Told.extend({
    type: z.literal("remembered"),
    grant: z.string(),
    match: Remember.shape.match,
    scope: Remember.shape.scope,
  }),
]);
export type CallAnswer = z.infer<typeof CallAnswer>;
