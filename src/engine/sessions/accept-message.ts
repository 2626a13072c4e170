import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { sessionEvent } from "../../gate/entries.ts";
import { reused } from "../../gate/find-earlier-call.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { ContentPart, Message } from "../../schema/message.ts";
import type { ChoiceForm, OfferOption } from "../../schema/offer.ts";
import type { WantedPacks } from "../../schema/pack.ts";
import type { IntentNote } from "../../schema/plan.ts";
import type { Session } from "../../schema/session.ts";
import { isTerminal } from "../../schema/task-state.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { exactCards, formChoice, saidChoice } from "../read-choice.ts";
import { moveSession } from "./move-session.ts";
import { requireSession } from "./require-session.ts";
import { withdrawApprovals } from "./withdraw-approvals.ts";

export type NewMessage = WantedPacks & {
  /** Who sends it; named where it attaches something. */
  readonly by?: string | undefined;
  readonly content: string;
  readonly parts?: readonly ContentPart[] | undefined;
  readonly messageId?: string | undefined;
  readonly onPending?: "withdraw" | "queue" | undefined;
  /** Its turn is an intent. */
  readonly intent?: IntentNote | undefined;
  /** Chooses a card of the answer that waits; the text says it too. */
  readonly choice?: ChoiceForm | undefined;
};

/**
 * Takes a person's message, before anything is done about it. An idle session starts its next turn; a
 * busy one takes it up when its turn ends. The same message id is taken once (S40). Who tells someone
 * that it was taken flushes the journal first: meanwhile the model may be asked.
 */
export async function acceptMessage(
  engine: Engine,
  sessionId: string,
  wanted: NewMessage,
): Promise<Message> {
  const message = await retryConflicts(() => store(engine, sessionId, wanted));
  engine.queue.push(sessionId);
  return message;
}

async function store(engine: Engine, sessionId: string, wanted: NewMessage): Promise<Message> {
  const { gate } = engine;
  const session = await requireSession(gate, sessionId);
  if (wanted.messageId !== undefined) {
    const earlier = await gate.store.sessions.messageByCallerId(sessionId, wanted.messageId);
    if (earlier && isOther(gate, earlier, wanted)) throw reused(wanted.messageId);
    if (earlier) return earlier;
  }
  assertRoom(engine, session);
  const { card, task } = await chosenCard(engine, session, wanted);
  const intent = wanted.intent ?? task;
  const message: Message = {
    id: gate.newId("msg"),
    sessionId,
    turn: session.lastTurn + 1,
    position: 0,
    role: "user",
    content: wanted.choice && card ? card.label : wanted.content,
    ...(wanted.parts && { parts: [...wanted.parts] }),
    ...(wanted.messageId !== undefined && { messageId: wanted.messageId }),
    ...(intent && { intent }),
    ...(card && { chosen: { options: [card] } }),
    createdAt: timestamp(gate.clock.now()),
  };
  const changes: Change[] = [
    { type: "message.accept", message },
    ...(await changesOfFeatures(engine, session, wanted)),
    sessionEvent(gate, sessionId, message.turn, "message.created", {
      message_id: message.id,
      role: message.role,
      content: message.content,
    }),
    ...(await startNext(engine, session, message, wanted.onPending)),
  ];
  // An approval that this withdraws must not come back with the power.
  const withdraws = changes.some(({ type }) => type === "approval.put");
  await gate.store.journal.commit("message.accept", changes, withdraws ? "now" : "later");
  return message;
}

async function changesOfFeatures(
  { features }: Engine,
  session: Session,
  wanted: NewMessage,
): Promise<readonly Change[]> {
  const changes = features.map((feature) => feature.onMessage?.(session, wanted) ?? []);
  return (await Promise.all(changes)).flat();
}

type Chosen = {
  readonly card?: OfferOption;
  /** The choice goes on with a task as that task. */
  readonly task?: IntentNote;
};

/** The card that a message chooses, where the session waits for a choice. */
async function chosenCard(
  { conversations, gate }: Engine,
  session: Session,
  { content, choice }: NewMessage,
): Promise<Chosen> {
  const { kind, invocationId } = session.inputRequest ?? {};
  if (kind !== "fields" || invocationId !== undefined) return {};
  const messages = await conversations.load(session);
  const offered = messages.at(-1);
  if (!offered?.offer) return {};
  const cards = exactCards(offered, gate.keyring);
  const nameOf = (id: string) => gate.catalog.getTool(id)?.name ?? id;
  const card = choice
    ? formChoice(choice, cards, offered.offer.options, nameOf)
    : saidChoice(content, cards);
  const { intent } = messages.findLast(({ role }) => role === "user") ?? {};
  if (!card || !intent) return card ? { card } : {};
  return { card, task: intent.dryRun ? { dryRun: true } : {} };
}

/** What is stored hides known secrets; files are told by how many there are. */
function isOther({ redactor }: Engine["gate"], earlier: Message, wanted: NewMessage): boolean {
  return (
    earlier.content !== redactor.hideKnown(wanted.content) ||
    earlier.parts?.length !== wanted.parts?.length
  );
}

/** The changes that let this message's turn begin now; none when it has to wait its turn. */
async function startNext(
  engine: Engine,
  session: Session,
  message: Message,
  onPending: NewMessage["onPending"],
): Promise<Change[]> {
  const { gate } = engine;
  const { turn } = message;
  if (session.turn !== session.lastTurn) return [];
  const idle = session.state === "pending" || isTerminal(session.state);
  const { kind, invocationId } = session.inputRequest ?? {};
  const asks = kind === "approval" || kind === "confirmation";
  const replaced = asks && onPending !== "queue";
  // What a running call asked is answered to that call.
  const answers = kind === "fields" && invocationId === undefined;
  if (!idle && !replaced && !answers) return [];

  const withdrawn = replaced ? await withdrawApprovals(engine, session, "replaced") : undefined;
  // A program waits for its act: its call ends first, and this message's turn comes after.
  if (withdrawn?.goesOn) {
    return [...withdrawn.changes, moveSession(engine, session, { state: "in_progress" }).change];
  }
  const closed = withdrawn
    ? [
        ...withdrawn.changes,
        sessionEvent(gate, session.id, session.turn, "turn.completed", { state: "blocked" }),
      ]
    : [];
  // What the model asked for is in this message: it reads both.
  const answered = answers
    ? [sessionEvent(gate, session.id, session.turn, "turn.completed", { state: "completed" })]
    : [];
  return [
    ...closed,
    ...answered,
    moveSession(engine, session, { state: "in_progress", turn, ...title(session, message) }).change,
    sessionEvent(gate, session.id, turn, "turn.started", {}),
  ];
}

const TITLE_LENGTH = 60;
const RETRY_AFTER_S = 2;

/** A session that nobody named is called by what it was first asked. */
function title(session: Session, { content, parts }: Message): Partial<Pick<Session, "title">> {
  if (session.title !== "") return {};
  const said = parts?.find((part) => part.type === "text")?.text ?? content;
  const line = said.trim().replace(/\s+/g, " ");
  if (line.length <= TITLE_LENGTH) return { title: line };
  return {
    title: `${line.slice(0, line.lastIndexOf(" ", TITLE_LENGTH - 1) + 1 || TITLE_LENGTH).trim()}…`,
  };
}

/** What cannot be done soon is refused while the sender can still do something about it. */
function assertRoom({ queue, limits }: Engine, { turn, lastTurn }: Session): void {
  const waiting = lastTurn - turn;
  if (waiting < limits.messagesQueued && queue.depth < limits.queueDepth) return;
  const message =
    waiting < limits.messagesQueued
      ? "More sessions wait than this server can take on. Try again shortly."
      : `${waiting} messages of this session wait already. Let its turn end first.`;
  throw new CapstanError("QUEUE_FULL", message, { details: { retry_after_s: RETRY_AFTER_S } });
}
