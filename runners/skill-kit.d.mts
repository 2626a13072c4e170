export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Field = {
  name: string;
  type?: string;
  description?: string;
  required?: boolean;
  default?: Json;
};

/** What a question to a model demands of its answer. */
export type Demands = {
  /** The answer is JSON that fits this JSON Schema. */
  schema?: { [key: string]: Json };
  /** Which files a patch in it may be about, as patterns with `*`. */
  paths?: string[];
  /** The answer is code in this language. */
  language?: string;
  system?: string;
  max_tokens?: number;
};

export type Advice =
  | { state: "answered"; text: string; value: Json; model: string }
  | { state: "invalid"; text: string; problems: string[]; model: string }
  | { state: "refused"; reason: string };

/** The one argument of a skill. */
export type SkillContext = {
  readonly inputs: { [key: string]: Json };
  readonly contextId: string;
  readonly correlationId: string;
  readonly skillName: string;
  /** Its files become artifacts. */
  readonly artifactsDir: string;
  /** From 1. */
  readonly turn: number;
  /** Of this turn: the number of the try, from 1, where the contract lets it be tried again. */
  readonly iteration: number;
  readonly max_fix_iterations: number;
  readonly facts: { readonly [bucket: string]: { readonly [key: string]: Json } };
  /** A person has said yes to what the turn before asked to have confirmed. */
  readonly confirmed: boolean;
  readonly delegation?: { target: string; context_id: string; state: string; outputs: Json };
  log(event: string, data?: Json): void;
  putFact(bucket: string, key: string, value: Json, ttlSeconds?: number): void;
  checkDeadline(): void;
  timeRemaining(): number;
  progress(progress: { message?: string; done?: number; total?: number }): void;
  /** The same by the names that Python has. */
  readonly context_id: string;
  readonly correlation_id: string;
  readonly skill_name: string;
  readonly artifacts_dir: string;
  put_fact(bucket: string, key: string, value: Json, ttl_seconds?: number): void;
  check_deadline(): void;
  time_remaining(): number;
  /** Where the contract's `execution_mode` is `hybrid` or `advisor_only`. */
  askModel?(question: string, demands?: Demands): Promise<Advice>;
};

/** What a turn ends with. */
export type Response = { state: string; [key: string]: unknown };

export function completed(outputs?: { [key: string]: Json }): Response;
export function failed(message: string, code?: string): Response;
/** A person has to look at it. */
export function escalated(message: string, report?: { [key: string]: Json }): Response;
/** Waits for these; the next turn has them in `inputs`. */
export function inputRequired(fields: readonly (string | Field)[], reason?: string): Response;
/** Waits until a person approves what is shown; the next turn has `confirmed`. */
export function confirm(prompt: string, preview?: Json): Response;
export function delegate(target: string, inputs?: { [key: string]: Json }): Response;
export function pause(reason?: string): Response;
export function fact(ctx: SkillContext, bucket: string, key: string, otherwise?: Json): Json;
export function putFact(
  ctx: SkillContext,
  bucket: string,
  key: string,
  value: Json,
  ttlSeconds?: number,
): void;
export function event(ctx: SkillContext, type: string, payload?: Json): void;
export function askModel(ctx: SkillContext, question: string, demands?: Demands): Promise<Advice>;
/** The number of the next try to fix something, 3 at most; null when all were made: escalate. */
export function nextFix(ctx: SkillContext, most?: number): number | null;
