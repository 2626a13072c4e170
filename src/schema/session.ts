import * as z from "zod";
import { Scope } from "./actor.ts";
import { Attachment } from "./attachment.ts";
import { InputRequest } from "./input-request.ts";
import { Mode } from "./mode.ts";
import { Profile } from "./profile.ts";
import { Spec } from "./spec.ts";
import { TaskState } from "./task-state.ts";

export const SessionError = z.strictObject({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
});
export type SessionError = z.infer<typeof SessionError>;

export const Session = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  title: z.string(),
  state: TaskState,
  /** The turn that runs or ran last; 0 before the first message. */
  turn: z.int(),
  /** The turn of the newest accepted message: later than `turn` while messages queue. */
  lastTurn: z.int(),
  /** Moves on every state transition; each writer states the one it read (S41). */
  version: z.int(),
  mode: Mode,
  profile: Profile,
  inputRequest: InputRequest.nullable(),
  /** Why its last turn failed; null when it did not. */
  error: SessionError.nullable(),
  createdBy: z.string(),
  /** What the creator's token was allowed: the calls of this session act with it. */
  creatorScopes: z.array(Scope),
  spec: Spec.nullable(),
  attachments: z.array(Attachment).readonly(),
  /** When something from outside first came into it; null while nothing has. */
  taintedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Session = z.infer<typeof Session>;
