import * as z from "zod";
import { Scope } from "./actor.ts";
import { TaskState } from "./task-state.ts";

/** What contexts say to each other, by the words of the document (S4). */
export const MessageType = z.enum([
  "request",
  "response",
  "input_required",
  "delegate",
  "event",
  "error",
]);
export type MessageType = z.infer<typeof MessageType>;

const DelegationState = z.enum([
  /** The child is to run, or waits for an approval. */
  "open",
  /** The child wants to know something, and its parent asks for it. */
  "asked",
  /** The child has ended: its parent is to hear of it. */
  "answered",
  "delivered",
  /** Its parent is gone. */
  "dropped",
]);

/** One handing over of a skill to another: what the router reads, and nothing else tells it what to do. */
export const Delegation = z.strictObject({
  /** Also the id of the child's context. */
  id: z.string(),
  state: DelegationState,
  parentContext: z.string(),
  /** Of a call in a session's turn, which waits; null outside one. */
  parentInvocation: z.string().nullable(),
  sessionId: z.string(),
  /** The skills above the child, the first one first. */
  path: z.array(z.string()),
  target: z.string(),
  actor: z.string(),
  scopes: z.array(Scope),
  /** What the child's next turn is given, sealed. */
  inputs: z.string(),
  /** How often it was given something: names the message that does it. */
  step: z.int(),
  childState: TaskState.nullable(),
  /** What became of it, sealed, until its parent has heard of it. */
  result: z.string().nullable(),
  /** The process that is at it. */
  owner: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Delegation = z.infer<typeof Delegation>;

/** Ids of the contexts that delegations open. */
export const DELEGATED = "dlg_";

/** Something is left to do for it. */
export function isOpen({ state }: Pick<Delegation, "state">): boolean {
  return state !== "delivered" && state !== "dropped";
}

export function isAtWork({ state }: Pick<Delegation, "state">): boolean {
  return state === "open" || state === "asked";
}
