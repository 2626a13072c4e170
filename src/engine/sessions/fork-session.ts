import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import { sessionEvent } from "../../gate/entries.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import type { SessionFile } from "../../schema/session-file.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { bringsFromOutside } from "../taint.ts";

const PAGE = 1_000;

/**
 * A new session with the conversation up to a message, and the files as they are now. Calls keep
 * their results and get other ids: what was asked about in the old session is not asked again here.
 */
export async function forkSession(
  engine: Engine,
  session: Session,
  messageId: string | undefined,
  actor: Actor,
): Promise<Session> {
  const { gate } = engine;
  const all = await engine.conversations.load(session);
  const messages = upTo(all, messageId);
  const now = timestamp(gate.clock.now());
  const turn = messages.at(-1)?.turn ?? 0;
  const fork: Session = {
    ...session,
    id: gate.newId("session"),
    title: session.title === "" ? "" : `${session.title} (fork)`,
    state: turn === 0 ? "pending" : "completed",
    turn,
    lastTurn: turn,
    version: 1,
    inputRequest: null,
    error: null,
    spec: null,
    // Its files are the other's as they are now, whatever message it begins at.
    taintedAt: session.taintedAt ?? (bringsOutside(engine, all) ? now : null),
    createdBy: actor.id,
    creatorScopes: actor.scopes,
    createdAt: now,
    updatedAt: now,
  };
  await gate.store.journal.commit("session.fork", [
    { type: "session.add", session: fork },
    sessionEvent(gate, fork.id, 0, "session.created", {
      agent_id: fork.agentId,
      forked_from: session.id,
    }),
    ...engine.features.flatMap((feature) => feature.onFork?.(fork) ?? []),
    ...copyMessages(engine, fork, messages),
    ...(await copyFiles(engine, session, fork)),
    sessionAudit(gate, fork.id, "session.created", actor.id, {
      agent_id: fork.agentId,
      profile: fork.profile,
      forked_from: session.id,
    }),
  ]);
  return fork;
}

/** For sessions from before they were marked. */
function bringsOutside({ gate }: Engine, messages: readonly Message[]): boolean {
  return messages.some(({ role, toolId }) => {
    const tool = toolId === undefined ? undefined : gate.catalog.getTool(toolId);
    return role === "tool" && (tool === undefined || bringsFromOutside(tool));
  });
}

function upTo(messages: readonly Message[], messageId: string | undefined): readonly Message[] {
  if (messageId === undefined) return messages;
  const at = messages.findIndex(({ id }) => id === messageId);
  if (at >= 0) return messages.slice(0, at + 1);
  throw new CapstanError("REQUEST_INVALID", `The session has no message "${messageId}".`, {
    details: { field: "message_id" },
  });
}

function copyMessages({ gate }: Engine, fork: Session, messages: readonly Message[]): Change[] {
  const ids = new Map<string, string>();
  const renewed = (id: string) => {
    const known = ids.get(id) ?? gate.newId("inv");
    ids.set(id, known);
    return known;
  };
  // A task is taken back in the session where it was done; its cards are chosen there.
  return messages.map(
    ({ messageId: _, intent: _intent, offer: _offer, chosen: _chosen, ...it }) => ({
      type: "message.add",
      message: {
        ...it,
        id: gate.newId("msg"),
        sessionId: fork.id,
        ...(it.invocationId && { invocationId: renewed(it.invocationId) }),
        ...(it.toolCalls && {
          toolCalls: it.toolCalls.map(({ sealedInput: _, ...call }) => ({
            ...call,
            id: renewed(call.id),
          })),
        }),
      },
    }),
  );
}

/** Contents are stored once, so that only their names are copied. */
async function copyFiles({ gate }: Engine, from: Session, fork: Session): Promise<Change[]> {
  const changes: Change[] = [];
  for (let after = ""; ; ) {
    const page: readonly SessionFile[] = await gate.store.files.list(from.id, "/", {
      deep: true,
      after,
      limit: PAGE,
    });
    for (const file of page) {
      changes.push({ type: "file.put", file: { ...file, sessionId: fork.id } });
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return changes;
    after = last.path;
  }
}
