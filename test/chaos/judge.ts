import type { Client, DirectCall } from "./client.ts";
import { FICKLE_TOOLS } from "./fickle.ts";
import type { Fleet } from "./fleet.ts";

type Items<T> = { items: T[]; total: number };
type Message = {
  role: string;
  turn: number;
  tool_calls?: { id: string; name: string }[];
};
type Event = { sequence: number; type: string; turn: number; data: Record<string, unknown> };
type AuditItem = { type: string; invocation_id: string | null; data: Record<string, unknown> };

/** Everything that was found wrong, in words; nothing when all is as promised. */
type Verdict = { readonly faults: string[]; readonly calls: number; readonly asked: number };

type Judged = {
  readonly sessions: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, DirectCall>;
};

/** Who is told this may try again: then there must be no line. */
const DID_NOT_RUN: ReadonlySet<string> = new Set([
  "NOT_RUN",
  "START_TOO_LATE",
  "HALTED",
  "SOURCE_UNAVAILABLE",
]);

/** Judges what is stored by what the witness saw. */
export async function judge(
  fleet: Fleet,
  client: Client,
  { sessions, calls: direct }: Judged,
): Promise<Verdict> {
  const faults: string[] = [];
  let calls = direct.size;
  let asked = 0;
  const written = countBy(fleet.lines().map((line) => line.split(" ").at(-1) ?? ""));
  for (const [id, turns] of sessions) {
    const read = <T>(path: string) => client.ask<Items<T>>("GET", path);
    const { items: messages } = await read<Message>(`/v1/sessions/${id}/messages?limit=2000`);
    const { items: events } = await read<Event>(`/v1/sessions/${id}/events?limit=2000`);
    const { items: audit } = await read<AuditItem>(`/v1/audit?session_id=${id}&limit=2000`);
    const made = messages.flatMap(({ tool_calls = [] }) => tool_calls);
    calls += made.length;
    asked += audit.filter(({ type }) => type === "invocation.interrupted").length;
    const found = [
      ...faultsOfTurns(turns, messages, events),
      ...faultsOfSequence(events),
      ...made.flatMap(({ id: call, name }) => faultsOfCall(call, name, events, audit, written)),
    ];
    faults.push(...found.map((fault) => `${id}: ${fault}`));
  }
  for (const [messageId, { toolId, state, code = "", asked: times }] of direct) {
    const lines = written.get(messageId) ?? 0;
    const hasNotRun = DID_NOT_RUN.has(code);
    if ((state !== "completed" && !hasNotRun) || lines !== (hasNotRun ? 0 : 1))
      faults.push(`${toolId} ${messageId} is ${state} ${code} and left ${lines} lines`);
    if (isFickle(toolId) && !hasNotRun && times === 0)
      faults.push(`${toolId} ${messageId} is ${state}, and nobody was asked whether it ran`);
  }
  const { unknown_calls: open } = await client.ask<{ unknown_calls?: number }>("GET", "/readyz");
  if (open !== 0) faults.push(`${open} calls are unknown still`);
  const verification = await client.ask<{ ok: boolean }>("GET", "/v1/audit/verify");
  if (!verification.ok) faults.push(`the audit does not verify: ${JSON.stringify(verification)}`);
  return { faults, calls, asked };
}

function faultsOfTurns(turns: number, messages: Message[], events: Event[]): string[] {
  const faults: string[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const users = messages.filter((message) => message.turn === turn && message.role === "user");
    if (users.length !== 1) faults.push(`turn ${turn} has ${users.length} messages of its user`);
    const ends = events.filter((event) => event.turn === turn && /^turn\.(c|f)/.test(event.type));
    const how = ends.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join(", ");
    const isCancelled = how.includes('"CANCELLED"') && mayBeCancelled(messages, turn);
    if (ends.length !== 1 || (ends[0]?.type !== "turn.completed" && !isCancelled))
      faults.push(`turn ${turn} ended ${ends.length} times: ${how}`);
    const begins = events.filter((event) => event.turn === turn && event.type === "turn.started");
    if (begins.length !== 1) faults.push(`turn ${turn} began ${begins.length} times`);
  }
  return faults;
}

/** The client cancels those turns, and no other. */
function mayBeCancelled(messages: Message[], turn: number): boolean {
  const calls = messages.filter((message) => message.turn === turn);
  return calls.some(({ tool_calls = [] }) => tool_calls.some(({ name }) => /slowly$/.test(name)));
}

function isFickle(toolId: string): boolean {
  return FICKLE_TOOLS.has(toolId.split(":").at(-1) ?? "");
}

function faultsOfSequence(events: Event[]): string[] {
  const wrong = events.findIndex(({ sequence }, index) => sequence !== index + 1);
  return wrong < 0 ? [] : [`event ${wrong + 1} has sequence ${events[wrong]?.sequence}`];
}

function faultsOfCall(
  id: string,
  name: string,
  events: Event[],
  audit: AuditItem[],
  written: ReadonlyMap<string, number>,
): string[] {
  const told = events.filter(
    ({ type, data }) => type === "tool.completed" && data.invocation_id === id,
  );
  // A cancelled turn says of one that had begun that nobody knows; it is answered outside of it.
  const isLeftOver = isFickle(name) && codeOf(told[0]) === "OUTCOME_UNKNOWN";
  const ends = isLeftOver ? told.slice(1) : told;
  const records = audit.filter((record) => record.invocation_id === id);
  const ended = records.filter(({ type }) => type === "invocation.ended").length;
  const lines = written.get(id) ?? 0;
  const state = String(ends[0]?.data.state);
  const code = codeOf(ends[0]);
  const hasNotRun = DID_NOT_RUN.has(code ?? "");
  const isEffect = name.startsWith("append");
  const wanted = isEffect && state === "completed" ? 1 : 0;
  const wasAsked = records.some(({ type }) => type === "invocation.interrupted");
  const isRight = name === "append_idempotent" ? lines >= wanted : lines === wanted;
  const trail = records.toReversed().map(({ type, data }) => `${type} ${data.answer ?? ""}`);
  const faults = [
    ...(ends.length === 1 ? [] : [`was completed ${ends.length} times`]),
    ...(isRight ? [] : [`left ${lines} lines though it is ${state}`]),
    ...(wasAsked || !isFickle(name) || hasNotRun
      ? []
      : ["ended, and nobody was asked whether it ran"]),
    // A person's answer, or that it had not begun: never that it failed and may be tried again.
    ...(state === "completed" || hasNotRun ? [] : [`is told as ${state} ${code}`]),
    // Of one that a person said did not run, nothing ended.
    ...(ended === (state === "completed" ? 1 : ended && 1)
      ? []
      : [`has ${ended} ends in the audit`]),
  ];
  return faults.map((fault) => `${name} ${id} ${fault} (${trail.join(", ")})`);
}

function codeOf(event: Event | undefined): string | undefined {
  return (event?.data.error as { code?: string } | undefined)?.code;
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
