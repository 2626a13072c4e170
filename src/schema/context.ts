import * as z from "zod";
import { InputRequest } from "./input-request.ts";
import { TaskState } from "./task-state.ts";

/** Free text (X5): whoever runs a skill chooses it. */
const ContextId = z.string().min(1).max(255);

/** Of the working memory, no more than this is kept (S23, X22): the oldest goes first. */
export const KEPT = { events: 100, factsPerBucket: 50, summaryLength: 10_000 } as const;

/** One resumable run of a skill or an agent, or a session's own memory (S16, S37). */
export const Context = z.strictObject({
  id: ContextId,
  /** The session that it belongs to, and is erased with. */
  sessionId: z.string().nullable(),
  /** Whose it is, where it belongs to no session. */
  actor: z.string().nullable(),
  turn: z.int(),
  state: TaskState,
  summary: z.string().max(KEPT.summaryLength),
  /** Moves with every put; each writer states the one it read (S41). */
  version: z.int(),
  /** Whatever the run needs to go on. */
  detail: z.json(),
  inputRequest: InputRequest.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Context = z.infer<typeof Context>;

export const ContextEvent = z.strictObject({
  id: z.string(),
  contextId: ContextId,
  type: z.string(),
  payload: z.json(),
  turn: z.int(),
  /** Who said it; null for the person. */
  agentId: z.string().nullable(),
  /** The caller's own id: a repetition is recognised by it (S40). */
  messageId: z.string().nullable(),
  ts: z.string(),
});
export type ContextEvent = z.infer<typeof ContextEvent>;

/** Small and structured, the newest of its key (S20). */
export const Fact = z.strictObject({
  contextId: ContextId,
  bucket: z.string().min(1).max(100),
  key: z.string().min(1).max(200),
  value: z.json(),
  ts: z.string(),
  /** From then on it is as if it had never been; null for ever. */
  expiresAt: z.string().nullable(),
});
export type Fact = z.infer<typeof Fact>;
