import { digest } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { invokeTool } from "../../../engine/invoke-tool.ts";
import { answerApproval } from "../../../engine/sessions/answer-approval.ts";
import { eraseSession } from "../../../engine/sessions/erase-session.ts";
import { openSession } from "../../../engine/sessions/open-session.ts";
import { refuseApproval } from "../../../gate/approvals/refuse-approval.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";
import type { Actor } from "../../../schema/actor.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Session } from "../../../schema/session.ts";
import { BUNDLES } from "../bundles.ts";
import type { ReadBundle } from "../read-bundle.ts";
import type { FolderTestOptions, TestedItem } from "./folder-tester.ts";

type WantedCall = { readonly toolId: string; readonly inputs: JsonObject };

type Wanted = {
  readonly title: string;
  readonly call: WantedCall;
  readonly options: FolderTestOptions;
  /** Puts files into the session, and attaches what is tested. */
  readonly prepare: (session: Session) => Promise<Session>;
};

type Verdict = Pick<TestedItem, "state" | "message">;

/** One call in a session of its own, judged by its outcome. */
export async function runForTest(
  engine: Engine,
  { title, call, options, prepare }: Wanted,
  judge: (outcome: Outcome) => Verdict,
): Promise<Omit<TestedItem, "name">> {
  return inTestSession(engine, { title, actor: options.actor }, async (opened) => {
    try {
      const outcome = await callForTest(engine, await prepare(opened), call, options);
      return { ...judge(outcome), durationMs: outcome.durationMs };
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      return { state: "failed", message: error.message, durationMs: 0 };
    }
  });
}

/** A session for tests, which is erased when they are over. */
export async function inTestSession<T>(
  engine: Engine,
  { title, actor }: { readonly title: string; readonly actor: Actor },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const opened = await openSession(engine, { title }, actor);
  const { id } = opened;
  try {
    return await work(opened);
  } finally {
    engine.of(BUNDLES).trials.delete(id);
    await withdrawAll(engine, id, actor);
    await eraseSession(engine, id, actor).catch(engine.report);
  }
}

/** Lets a session call what a folder brings, which nobody else can: see `Trials`. */
export async function tryIn(
  { gate, of }: Engine,
  sessionId: string,
  read: ReadBundle,
  entries: readonly CatalogEntry[],
): Promise<void> {
  const { shelf, trials } = of(BUNDLES);
  const usedBy = `session:${sessionId}` as const;
  await shelf.keep(read, usedBy);
  await gate.store.journal.commit("folder.test", [
    { type: "bundle.use", digest: read.bundle.digest, usedBy },
  ]);
  trials.set(sessionId, entries);
}

/**
 * A call that takes the way of every call. Where it asks, whoever wants the test answers, as far as
 * policy lets them: by wanting the test. What was called and what was approved is told for the record.
 */
export async function callForTest(
  engine: Engine,
  session: Session,
  call: WantedCall,
  { actor, onCall }: FolderTestOptions,
): Promise<Outcome> {
  const first = await invokeTool(engine, { ...call, actor }, session);
  const [id] = first.inputRequest?.approvalIds ?? [];
  const said = { tool: call.toolId, input: digest(call.inputs) };
  if (id === undefined) {
    onCall({ ...said, state: first.state, approval: null });
    return first;
  }
  const { outcome, approval } = await answerApproval(engine, id, { type: "run" }, actor);
  const { tool, definition, input } = approval.binding;
  onCall({
    ...said,
    state: outcome.state,
    approval: { id, answered_by: approval.answeredBy, tool, definition, input },
  });
  return outcome;
}

/** Questions that this person may not answer would keep the session for good. */
async function withdrawAll({ gate }: Engine, sessionId: string, actor: Actor): Promise<void> {
  const filter = { sessionId, state: "pending" as const, limit: 10, offset: 0 };
  for (const approval of (await gate.store.approvals.list(filter)).items) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (!invocation) continue;
    const subject = { approval, invocation, actor: actor.id };
    const { changes } = refuseApproval(gate, subject, "cancelled");
    await gate.store.journal.commit("approval.answer", changes);
  }
}
