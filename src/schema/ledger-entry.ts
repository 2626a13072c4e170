import * as z from "zod";
import { Invocation } from "./invocation.ts";

/**
 * The intent to cause an effect, written before it starts and cleared with its outcome: what the
 * ledger holds is unfinished. `unknown` means that a process died between intent and outcome: only
 * a person can say whether the effect happened.
 */
export const LedgerEntry = z.strictObject({
  invocationId: z.string(),
  /** The session that the call belongs to; null for a call outside one. */
  sessionId: z.string().nullable(),
  status: z.enum(["intended", "unknown"]),
  attempt: z.int().positive(),
  /** The process that holds the intent; another boot of it is another owner. */
  owner: z.string(),
  /** Checked in the instant before the effect: who wakes up later than this does nothing. */
  startBefore: z.string(),
  intendedAt: z.string(),
  /** The call itself, when it has no row of its own: nobody asked about it, nobody can repeat it. */
  invocation: Invocation.nullable(),
  /** The run that the call is a turn of, which has no other turn meanwhile; null for any other call. */
  contextId: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;
