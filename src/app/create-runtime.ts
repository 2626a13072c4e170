import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonObject, readJson } from "../base/json.ts";
import type { Engine } from "../engine/engine.ts";
import { invokeTool } from "../engine/invoke-tool.ts";
import { acceptMessage } from "../engine/sessions/accept-message.ts";
import { createAgent, patchAgent, removeAgent, requireAgent } from "../engine/sessions/agents.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";
import { attachCapability, detachCapability } from "../engine/sessions/attach-capability.ts";
import { awaitTurn } from "../engine/sessions/await-turn.ts";
import { cancelSession } from "../engine/sessions/cancel-session.ts";
import { eraseSession } from "../engine/sessions/erase-session.ts";
import { followEvents } from "../engine/sessions/follow-events.ts";
import { openSession } from "../engine/sessions/open-session.ts";
import { requireSession } from "../engine/sessions/require-session.ts";
import { resumeSession, sessionToken } from "../engine/sessions/resume-session.ts";
import { removeInstall } from "../features/hub/installs/installs.ts";
import { requestInstall } from "../features/hub/installs/request-install.ts";
import { searchHubs } from "../features/hub/installs/search-hubs.ts";
import { syncHubs } from "../features/hub/installs/sync-hubs.ts";
import { verifyInstalls } from "../features/hub/installs/verify-installs.ts";
import { cancelContext } from "../features/skills/cancel-context.ts";
import { endOf, invokeSkill, ownContext, tokenOf } from "../features/skills/invoke-skill.ts";
import { resolveTool } from "../gate/catalog/resolve-tool.ts";
import { checkAllowed } from "../gate/check-allowed.ts";
import { directCall } from "../gate/direct-call.ts";
import { requiresAdminApproval, requiresSpecFreezing } from "../policy/requires.ts";
import type { Actor } from "../schema/actor.ts";
import { Page } from "../schema/page.ts";
import { OWNER_ID } from "../schema/principal.ts";
import type { Session } from "../schema/session.ts";
import type { Delta, ProgressDelta } from "../stores/queue/deltas.ts";
import { openRuntime } from "./open-runtime.ts";
import type { LiveEvent, Runtime, RuntimeOptions, SessionEvent, Turn } from "./runtime.ts";

/** The program that embeds Capstan acts as its owner: it may invoke and approve. */
const OWNER: Actor = { id: OWNER_ID, scopes: ["invoke", "approve"] };
const TURN_DEADLINE_MS = 600_000;
const MOST = { limit: 2_000, offset: 0 };

/** Capstan inside a program: the same gate, store, settings and audit trail as the server's. */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { engine, stop } = await openRuntime(options);
  const { gate } = engine;
  const closing = new AbortController();
  let closed: Promise<void> | undefined;
  const close = () => {
    closing.abort();
    closed ??= stop();
    return closed;
  };

  return {
    tools: {
      list: (filter) => gate.catalog.listTools(filter),
      get: (toolId) => gate.catalog.getTool(toolId),
      search: (search) => gate.catalog.listTools({ search }),
    },
    sources: {
      list: () => gate.catalog.sources(),
      refresh: (sourceId) => gate.catalog.refresh(sourceId),
    },
    policy: {
      checkAllowed: async (toolId, given, { dryRun = false } = {}) => {
        const inputs = readJson(given);
        return checkAllowed(gate, directCall(gate, { toolId, inputs, actor: OWNER, dryRun }));
      },
      requiresSpecFreezing: (toolId) =>
        requiresSpecFreezing(gate.policy, resolveTool(gate.catalog, toolId).tool),
      requiresAdminApproval: (toolId) =>
        requiresAdminApproval(gate.policy, resolveTool(gate.catalog, toolId).tool),
    },
    // What the program does with its own objects meanwhile changes nothing that was judged.
    async invoke(toolId, given, { messageId = null, dryRun = false } = {}) {
      const inputs = readJson(given);
      return invokeTool(engine, { toolId, inputs, actor: OWNER, messageId, dryRun });
    },
    async invokeSkill(name, given, contextId, { resume, resumeToken, messageId, dryRun } = {}) {
      const inputs = readObject(given);
      const context = resume ? await ownContext(engine, contextId, OWNER) : undefined;
      const token = resumeToken ?? (context && tokenOf(engine, context)) ?? undefined;
      const call = { name, inputs, contextId, resume, resumeToken: token, messageId, dryRun };
      return invokeSkill(engine, call, OWNER);
    },
    cancelContext: async (id) => endOf(await cancelContext(engine, id, OWNER)) ?? null,
    agents: {
      create: ({ systemPrompt = "", capabilities, ...agent }) =>
        createAgent(engine, { ...agent, systemPrompt, capabilities: [...capabilities] }, OWNER.id),
      get: (id) => requireAgent(engine, id),
      list: async (page) => (await gate.store.agents.list(Page.parse(page ?? {}))).items,
      update: (id, patch) => patchAgent(engine, id, patch, OWNER.id),
      remove: (id) => removeAgent(engine, id, OWNER.id),
    },
    sessions: sessionsOf(engine, options, closing.signal),
    approvals: {
      async list({ limit, offset, ...filter } = {}) {
        const page = { ...MOST, ...(limit !== undefined && { limit }), offset: offset ?? 0 };
        const wanted = { state: "pending" as const, ...filter, ...Page.parse(page) };
        return (await gate.store.approvals.list(wanted)).items;
      },
      async get(id) {
        const approval = await gate.store.approvals.get(id);
        if (approval) return approval;
        throw new CapstanError("APPROVAL_NOT_FOUND", `No approval "${id}".`);
      },
      run: async (id, { inputs, ...options } = {}) => {
        const edited = inputs === undefined ? {} : { inputs: readObject(inputs) };
        return answerApproval(engine, id, { type: "run", ...options, ...edited }, OWNER);
      },
      deny: (id, options = {}) => answerApproval(engine, id, { type: "deny", ...options }, OWNER),
    },
    hub: {
      search: async (query = "") =>
        (await searchHubs(engine, { query }, { signal: closing.signal })).items,
      install: async (name, version, hub) => {
        const call = { signal: closing.signal };
        return (await requestInstall(engine, { name, version, hub }, OWNER, call)).outcome;
      },
      sync: () => syncHubs(engine, OWNER.id, { signal: closing.signal }),
      installed: () => gate.store.hub.installs(),
      remove: async (name) => void (await removeInstall(engine, name, OWNER.id)),
      verify: (lock) => verifyInstalls(engine, lock, { signal: closing.signal }),
    },
    audit: { verify: () => gate.auditor.verify() },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function sessionsOf(
  engine: Engine,
  { capabilities = [] }: RuntimeOptions,
  closing: AbortSignal,
): Runtime["sessions"] {
  const { gate } = engine;
  const turnOf = (id: string, turn: number): Promise<Turn> =>
    awaitTurn(engine, id, turn, TURN_DEADLINE_MS);
  return {
    async open(wanted = {}) {
      let session: Session = await openSession(engine, wanted, OWNER);
      if (wanted.agentId !== undefined) return session;
      for (const { id } of capabilities) {
        session = await attachCapability(engine, session, id, OWNER);
      }
      return session;
    },
    get: (id) => requireSession(gate, id),
    list: async (page) => (await gate.store.sessions.list(Page.parse(page ?? {}))).items,
    async messages(id, page) {
      const session = await requireSession(gate, id);
      return (await gate.store.sessions.messages(session.id, Page.parse(page ?? {}))).items;
    },
    attach: async (id, capabilityId) =>
      attachCapability(engine, await requireSession(gate, id), capabilityId, OWNER),
    detach: async (id, capabilityId) =>
      detachCapability(engine, await requireSession(gate, id), capabilityId, OWNER),
    async send(id, message) {
      const wanted = typeof message === "string" ? { content: message } : message;
      const { turn } = await acceptMessage(engine, id, wanted);
      return turnOf(id, turn);
    },
    wait: async (id) => turnOf(id, (await requireSession(gate, id)).turn),
    async resume(id, answer) {
      const resumeToken = sessionToken(gate, await requireSession(gate, id));
      const read = "inputs" in answer ? { inputs: readObject(answer.inputs) } : answer;
      await resumeSession(engine, id, { resumeToken, ...read }, OWNER);
      return turnOf(id, (await requireSession(gate, id)).lastTurn);
    },
    cancel: (id) => cancelSession(engine, id, OWNER),
    async *events(id, { since = 0, signal } = {}) {
      const session = await requireSession(gate, id);
      const until = signal ? AbortSignal.any([closing, signal]) : closing;
      for await (const event of followEvents(engine, session.id, since, until)) {
        yield eventOf(event);
      }
    },
    delete: (id) => eraseSession(engine, id, OWNER),
  };
}

function readObject(given: JsonObject): JsonObject {
  const inputs = readJson(given);
  if (isJsonObject(inputs)) return inputs;
  throw new CapstanError("INPUT_INVALID", "The input must be an object.");
}

function eventOf(event: Exclude<SessionEvent, LiveEvent> | Delta | ProgressDelta): SessionEvent {
  if ("type" in event) return event;
  if ("text" in event) {
    return { type: "model.delta", turn: event.turn, data: { text: event.text } };
  }
  const { invocationId, toolId, ...progress } = event.progress;
  const data = { ...progress, invocation_id: invocationId, tool_id: toolId };
  return { type: "tool.progress", turn: event.turn, data };
}
