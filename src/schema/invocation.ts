import * as z from "zod";
import { Scope } from "./actor.ts";
import { Mode } from "./mode.ts";
import { Outcome } from "./outcome.ts";
import { TaskState } from "./task-state.ts";
import { ToolId } from "./tool.ts";

/** What a running call has asked. Its process waits for the answer, which any other may store. */
const AskedQuestion = z.strictObject({
  /** The process that runs the call. */
  owner: z.string(),
  /** The how many-th of its call it is, from 1. */
  number: z.int().positive(),
  /** What an answer is held against. */
  schema: z.record(z.string(), z.json()),
  /** For a program that is asked itself: requests of MCP, by the keys of the server. */
  requests: z
    .record(
      z.string(),
      z.strictObject({ method: z.string(), params: z.record(z.string(), z.json()) }),
    )
    .optional(),
  /** Sealed, as inputs are; null until somebody has answered. */
  answer: z.json(),
  /** The approval that answers it, where it waits for the approval of an act. */
  approvalId: z.string().optional(),
});

/** The call whose program asked for this one. */
const ParentCall = z.strictObject({ id: z.string(), toolId: ToolId, tainted: z.boolean() });
export type ParentCall = z.infer<typeof ParentCall>;

/** One tool call (C9). */
export const Invocation = z.strictObject({
  id: z.string(),
  toolId: ToolId,
  toolDigest: z.string(),
  actor: z.string(),
  /** Of the actor's token. Calls that waited when this field came have none. */
  scopes: z.array(Scope).default([]),
  sessionId: z.string().nullable(),
  contextId: z.string().nullable(),
  turn: z.int(),
  /** Where the result goes in the turn's messages; null for a call outside a turn. */
  position: z.int().nullable(),
  messageId: z.string().nullable(),
  parent: ParentCall.optional(),
  mode: Mode,
  dryRun: z.boolean(),
  specFrozen: z.boolean(),
  specFrozenAt: z.string().nullable().default(null),
  /** The exact input, kept only until there is a final outcome; the digest stays. */
  inputs: z.json(),
  inputDigest: z.string(),
  /** Of the input as its caller gave it, for a call that may be repeated by its message id. */
  givenDigest: z.string().default(""),
  /** Of what it may touch and how it is configured, for a call whose intent is stored. */
  accessDigest: z.string().default(""),
  state: TaskState,
  outcome: Outcome.nullable(),
  /** Of a call that asks on its way, until it has ended. */
  question: AskedQuestion.optional(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Invocation = z.infer<typeof Invocation>;
