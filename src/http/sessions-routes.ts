import * as z from "zod";
import { acceptMessage } from "../engine/sessions/accept-message.ts";
import { cancelSession } from "../engine/sessions/cancel-session.ts";
import { openSession } from "../engine/sessions/open-session.ts";
import { resumeSession } from "../engine/sessions/resume-session.ts";
import {
  readableSession,
  usableSession,
  visibleCreator,
} from "../engine/sessions/session-access.ts";
import { freezeSpec, putSpec } from "../engine/sessions/spec.ts";
import { takeParts } from "../engine/sessions/take-parts.ts";
import { Mode } from "../schema/mode.ts";
import { Page } from "../schema/page.ts";
import { Profile } from "../schema/profile.ts";
import { requireScope } from "./authenticate.ts";
import { currentTurn } from "./current-turn.ts";
import { waitMs } from "./query.ts";
import { route } from "./route.ts";
import { listOf, MessageView, SessionView, viewMessage, viewSession } from "./views.ts";

const SessionPath = z.object({ id: z.string() });

/**
 * Whether the docs and files of the packs that are attached may be read in this session without
 * asking. It needs the scope `approve`.
 */
export const OPEN_READS = z.boolean().default(false);

/**
 * Whether the agent may make the tools of the packs that are attached its own in this session without
 * asking. Policy judges each call of them as before. It needs the scope `approve`.
 */
export const OPEN_TOOLS = z.boolean().default(false);

const SessionBody = z.strictObject({
  agent_id: z.string().optional(),
  title: z.string().max(200).optional(),
  profile: Profile.optional(),
  mode: Mode.optional(),
});

/** A file of the session by its path, or its bytes in base64. */
export const PartBody = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(1_000_000) }),
  ...(["image", "file"] as const).map((type) =>
    z.strictObject({
      type: z.literal(type),
      path: z.string().max(1_024).optional(),
      data: z.base64().optional(),
      name: z
        .string()
        .regex(/^[^/\\]{1,200}$/)
        .optional(),
      mime: z.string().max(200).optional(),
    }),
  ),
]);

const PackIds = z.array(z.string().min(1).max(64)).max(50);

const MessageBody = z.strictObject({
  content: z.union([z.string().min(1).max(1_000_000), z.array(PartBody).min(1).max(50)]),
  message_id: z.string().min(1).max(255).optional(),
  on_pending: z.enum(["withdraw", "queue"]).optional(),
  /** Ids of packs that the session has from this message on, or no longer. */
  attach: PackIds.optional(),
  detach: PackIds.optional(),
  open_reads: OPEN_READS,
  open_tools: OPEN_TOOLS,
});

const ResumeBody = z.strictObject({
  resume_token: z.string(),
  /** Of what a running call asked: `inputs` are the answer, unless nobody gives one. */
  answer: z.enum(["accept", "decline", "cancel"]).optional(),
  inputs: z.record(z.string(), z.json()).optional(),
  reconcile: z.enum(["ran", "not_run", "run_again"]).optional(),
});

/** Where a session stands, and what the turn has said. */
export const TurnView = z.object({
  session: SessionView,
  messages: z.array(MessageView).readonly(),
});

const WaitQuery = z.object({ wait_ms: waitMs.optional() });

export const sessionsRoutes = [
  route({
    id: "createSession",
    method: "POST",
    path: "/v1/sessions",
    summary: "Open a session. Without agent_id it is with the agent assistant.",
    scope: "invoke",
    body: SessionBody,
    example: { title: "Invoices of October" },
    status: 201,
    answer: SessionView,
    async handle({ engine, actor, body }) {
      const wanted = { ...body, agentId: body.agent_id };
      return viewSession(engine, await openSession(engine, wanted, actor));
    },
  }),
  route({
    id: "listSessions",
    method: "GET",
    path: "/v1/sessions",
    summary: "List and search sessions, newest first.",
    scope: "invoke",
    query: Page.extend({ search: z.string().max(200).optional() }),
    answer: listOf(SessionView),
    async handle({ engine, actor, query }) {
      const filter = { ...query, createdBy: visibleCreator(actor) };
      const { items, total } = await engine.gate.store.sessions.list(filter);
      return { items: items.map((item) => viewSession(engine, item)), total };
    },
  }),
  route({
    id: "getSession",
    method: "GET",
    path: "/v1/sessions/:id",
    summary: "One session.",
    scope: "invoke",
    params: SessionPath,
    answer: SessionView,
    handle: async ({ engine, actor, params }) =>
      viewSession(engine, await readableSession(engine.gate, params.id, actor)),
  }),
  route({
    id: "sendMessage",
    method: "POST",
    path: "/v1/sessions/:id/messages",
    summary: "Send a message. With wait_ms, the answer comes when the turn ends or asks.",
    scope: "invoke",
    params: SessionPath,
    query: WaitQuery,
    body: MessageBody,
    example: { content: "What time is it in Tokyo?" },
    answer: z.object({ message: MessageView, ...TurnView.shape }),
    async handle({ engine, actor, params, query, body }) {
      await usableSession(engine.gate, params.id, actor);
      const { content } = body;
      const said =
        typeof content === "string"
          ? { content }
          : await takeParts(engine, params.id, content, actor.id);
      const message = await acceptMessage(engine, params.id, {
        ...said,
        messageId: body.message_id,
        onPending: body.on_pending,
        attach: body.attach,
        detach: body.detach,
        opens: { by: actor, reads: body.open_reads, tools: body.open_tools },
        by: actor.id,
      });
      return {
        message: viewMessage(message),
        ...(await currentTurn(engine, params.id, message.turn, query.wait_ms)),
      };
    },
  }),
  route({
    id: "listMessages",
    method: "GET",
    path: "/v1/sessions/:id/messages",
    summary: "List the messages of a session, oldest first.",
    scope: "invoke",
    params: SessionPath,
    query: Page,
    answer: listOf(MessageView),
    async handle({ engine: { gate }, actor, params, query }) {
      const session = await readableSession(gate, params.id, actor);
      const { items, total } = await gate.store.sessions.messages(session.id, query);
      return { items: items.map(viewMessage), total };
    },
  }),
  route({
    id: "resumeSession",
    method: "POST",
    path: "/v1/sessions/:id/resume",
    summary:
      "Answer what a session asks for, say what became of an interrupted call, or unpause it.",
    scope: "invoke",
    params: SessionPath,
    query: WaitQuery,
    body: ResumeBody,
    example: { resume_token: "rt_…", inputs: { city: "Tokyo" } },
    answer: TurnView,
    async handle({ engine, actor, params, query, body }) {
      const { turn, inputRequest } = await usableSession(engine.gate, params.id, actor);
      // To say that an effect did not happen lets it run again: a model must not say so itself.
      if (body.reconcile) requireScope(actor, "approve");
      const { resume_token: resumeToken, inputs, reconcile, answer } = body;
      const decline = answer === "accept" ? undefined : answer;
      const resumption = { resumeToken, inputs, reconcile, decline };
      await resumeSession(engine, params.id, resumption, actor);
      // What a call asked goes on in its turn; what the model asked is answered by the next message.
      const next = inputs && !inputRequest?.invocationId ? turn + 1 : turn;
      return currentTurn(engine, params.id, next, query.wait_ms);
    },
  }),
  route({
    id: "cancelSession",
    method: "POST",
    path: "/v1/sessions/:id/cancel",
    summary: "End the running or waiting turn.",
    scope: "invoke",
    params: SessionPath,
    body: z.strictObject({}),
    example: {},
    answer: SessionView,
    async handle({ engine, actor, params }) {
      await readableSession(engine.gate, params.id, actor);
      return viewSession(engine, await cancelSession(engine, params.id, actor));
    },
  }),
  route({
    id: "putSpec",
    method: "PUT",
    path: "/v1/sessions/:id/spec",
    summary: "Write the spec: what the session is about to do. A frozen spec is thawed.",
    scope: "invoke",
    params: SessionPath,
    body: z.strictObject({ content: z.json() }),
    example: { content: "Rename the files in /outputs, and nothing else." },
    answer: SessionView,
    async handle({ engine, actor, params, body }) {
      const session = await usableSession(engine.gate, params.id, actor);
      return viewSession(engine, await putSpec(engine, session, body.content, actor));
    },
  }),
  route({
    id: "freezeSpec",
    method: "POST",
    path: "/v1/sessions/:id/spec/freeze",
    summary: "Freeze the spec: this is what may be done.",
    // A model must not freeze what it wrote itself.
    scope: "approve",
    params: SessionPath,
    body: z.strictObject({ digest: z.string().optional() }),
    example: {},
    answer: SessionView,
    async handle({ engine, actor, params, body }) {
      const session = await usableSession(engine.gate, params.id, actor);
      return viewSession(engine, await freezeSpec(engine, session, body.digest, actor));
    },
  }),
];
