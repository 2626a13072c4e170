import * as z from "zod";
import { waitMs } from "../../http/query.ts";
import { route } from "../../http/route.ts";
import { InputRequest } from "../../schema/input-request.ts";
import { Outcome } from "../../schema/outcome.ts";
import { Plan } from "../../schema/plan.ts";
import { TaskState } from "../../schema/task-state.ts";
import { findIntent } from "./find-intent.ts";
import { startIntent } from "./start-intent.ts";

/** A turn of a session seen as one task; its approvals are the session's. */
export const IntentView = z.object({
  id: z.string(),
  sessionId: z.string(),
  state: TaskState,
  plan: Plan.nullable(),
  steps: z
    .array(z.object({ id: z.string(), state: TaskState, outcome: Outcome.nullable() }))
    .readonly(),
  inputRequest: InputRequest.nullable(),
  report: z.string().nullable(),
});

const IntentBody = z
  .strictObject({
    text: z.string().trim().min(1).max(100_000).optional(),
    session_id: z.string().optional(),
    dry_run: z.boolean().optional(),
    message_id: z.string().min(1).max(255).optional(),
    /** The id of an intent to take back, or "last", in place of a text. */
    undo: z.string().min(1).max(100).optional(),
  })
  .refine(({ text, undo }) => (text === undefined) !== (undo === undefined), {
    path: ["text"],
    message: "say what is to be done",
  });

const WaitQuery = z.object({ wait_ms: waitMs.optional() });

export const intentsRoutes = [
  route({
    id: "createIntent",
    method: "POST",
    path: "/v1/intents",
    summary:
      "Say what is to be done. It is planned, checked, asked about and done as a turn of the session, or of a new one.",
    scope: "invoke",
    query: WaitQuery,
    body: IntentBody,
    example: { text: "What is 17 times 23?" },
    answer: IntentView,
    async handle({ engine, actor, body, query }) {
      const { text, undo, session_id: sessionId, dry_run: dryRun, message_id: messageId } = body;
      const wanted = { text, undo, sessionId, dryRun, messageId };
      const id = await startIntent(engine, wanted, actor);
      return findIntent(engine, id, actor, query.wait_ms);
    },
  }),
  route({
    id: "getIntent",
    method: "GET",
    path: "/v1/intents/:id",
    summary: "One intent. With wait_ms, the answer comes when it ends or asks.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    query: WaitQuery,
    answer: IntentView,
    handle: ({ engine, actor, params, query }) =>
      findIntent(engine, params.id, actor, query.wait_ms),
  }),
];
