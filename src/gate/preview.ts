import { digest } from "../base/digest.ts";
import type { JsonValue } from "../base/json.ts";
import { awaitsConfirmation } from "../schema/changes-in-place.ts";
import { excerpt } from "./audit/excerpt.ts";
import type { Attempt } from "./call.ts";
import { checkResult } from "./check-result.ts";
import type { Executed } from "./execute.ts";
import { execute } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";
import { policyRequestOf } from "./policy-request.ts";
import { refersToSecrets } from "./secrets/secret-references.ts";

const DEADLINE_MS = 5_000;

/** What a person is shown, and the digest of all of it: what is shown may be cut. */
export type Preview = {
  readonly shown: JsonValue;
  readonly digest: string;
  /** How many files it is about, where it says so. */
  readonly files?: number;
};

/**
 * What the call says it would do, for the person who is asked about it (I35). It runs before anyone
 * has approved: only what ships with its host, or what is held where it runs, has no effect in a dry
 * run; policy must not forbid one, and no secret is handed out for it. A dry run that fails is no
 * reason not to ask. Files of the machine that it names are part of its digest: one that was put in
 * the place of another is another call.
 */
export async function preview(gate: Gate, attempt: Attempt): Promise<Preview | undefined> {
  const { invocation } = attempt;
  if (invocation.dryRun || !isHarmlessDryRun(gate, attempt)) return undefined;
  const dryRun: Attempt = {
    ...unapproved(attempt),
    invocation: { ...invocation, dryRun: true },
  };
  if (gate.policy.decide(policyRequestOf(dryRun)).effect === "deny") return undefined;
  const executed = await execute(gate, dryRun);
  const { state, outputs = null } = checkResult(gate, dryRun, executed);
  if (state !== "completed") return undefined;
  const { preview: said = outputs, foreseen } = executed.result;
  const { paths } = attempt.named;
  const stamps = await Promise.all(paths.map(({ path }) => gate.folders.stamp(path)));
  return {
    shown: excerpt(gate.redactor, gate.redactor.hideKnown(said)),
    digest: digest(stamps.length === 0 ? said : { said, stamps }),
    ...(foreseen !== undefined && { files: foreseen }),
  };
}

/** The words with which the tool's own code asks for confirmation: it runs up to there. */
export async function ownWords(gate: Gate, attempt: Attempt): Promise<string | undefined> {
  const { tool, inputs, execution, invocation, asksFirst } = attempt;
  const { dryRun } = invocation;
  if (asksFirst !== undefined) return undefined;
  if (!awaitsConfirmation(tool, { dryRun, confirmed: false })) return undefined;
  const isHeld = gate.executors.get(execution.type)?.holdsUnconfirmed?.(execution) === true;
  if (!isHeld || refersToSecrets(inputs)) return undefined;
  const { result } = await execute(gate, unapproved(attempt));
  const { kind, reason } = result.inputRequest ?? {};
  return kind === "confirmation" && reason ? gate.redactor.redact(reason) : undefined;
}

/** The same call before anyone approved it, with less time. */
function unapproved(attempt: Attempt): Attempt {
  const { tool } = attempt;
  const behaviour = { ...tool.behaviour, timeoutMs: DEADLINE_MS };
  return { ...attempt, tool: { ...tool, behaviour }, approval: null, ledger: null };
}

/** A dry run that changes nothing, whoever wrote the tool, and that is given no secret. */
export function isHarmlessDryRun(gate: Gate, attempt: Attempt): boolean {
  const { tool, inputs, asksFirst } = attempt;
  const { readOnly, dryRun } = tool.behaviour;
  // Nothing of a stranger's runs before a person has let it.
  if (asksFirst !== undefined) return false;
  return dryRun && !readOnly && isHeld(gate, attempt) && !refersToSecrets(inputs);
}

/** Whether nothing comes of its dry run, whoever wrote it. */
function isHeld({ executors }: Gate, { tool, execution }: Attempt): boolean {
  return tool.trust === "builtin" || executors.get(execution.type)?.holdsDryRun === true;
}

const MANY_FILES = 5;

/** What a call that changes files in place would do, looked at before it is let through (I36). */
export async function foresee(gate: Gate, attempt: Attempt): Promise<Preview | undefined> {
  const { tool, invocation, approval } = attempt;
  if (tool.behaviour.inPlace !== true || invocation.dryRun || approval) return undefined;
  return preview(gate, attempt);
}

/** Why a person is asked, where that is because of how much would be changed. */
export function whyMany(seen: Preview | undefined): string | undefined {
  if (!seen?.files || seen.files < MANY_FILES) return undefined;
  return `It would change ${seen.files} files.`;
}

/** What was done, held against what a dry run said would be: a difference is told (I35). */
export function withDifference(judgement: Judgement, executed: Executed): Executed {
  const { measured, notes = [] } = executed.result;
  const foreseen = judgement.effect === "allow" ? judgement.foreseen : undefined;
  if (foreseen === undefined || !measured || measured.files === foreseen) return executed;
  const note = `The preview was about ${told(foreseen)}; it changed ${told(measured.files)}.`;
  return { ...executed, result: { ...executed.result, notes: [...notes, note] } };
}

function told(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
