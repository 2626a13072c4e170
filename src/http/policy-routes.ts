import * as z from "zod";
import { usableSession } from "../engine/sessions/session-access.ts";
import { recordedCalls } from "../gate/audit/recorded-calls.ts";
import { directCall } from "../gate/direct-call.ts";
import { explainCall } from "../gate/explain-call.ts";
import { checkPolicies } from "../policy/check-policies.ts";
import { createCedarPolicy } from "../policy/create-cedar-policy.ts";
import type { PolicyFile, PolicyOptions } from "../policy/policy-options.ts";
import { replayDecisions } from "../policy/replay.ts";
import { notesOnNames } from "../policy/rules/former-names.ts";
import { Decision } from "../schema/decision.ts";
import { Explanation } from "../schema/explanation.ts";
import { Mode } from "../schema/mode.ts";
import { Profile } from "../schema/profile.ts";
import { isTerminal } from "../schema/task-state.ts";
import { route } from "./route.ts";

export const DraftBody = z.strictObject({
  name: z.string().min(1).max(200),
  text: z.string().max(1_000_000),
});

export const PolicyProblemView = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
});

const { effect } = Decision.shape;

export const PolicyTextView = z.object({ name: z.string(), text: z.string() });

export const PolicyView = z.object({
  profile: Profile,
  version: z.string(),
  files: z.array(z.string()),
  /** The texts that decide: the profile's, then the owner's. */
  rules: z.array(PolicyTextView),
  shadowVersion: z.string().nullable(),
});

export const ReplayView = z.object({
  decided: z.int(),
  unchanged: z.int(),
  /** Decided on inputs that the audit keeps only in part. */
  redacted: z.int(),
  /** Of tools that are no longer in the catalog. */
  gone: z.int(),
  differing: z
    .array(
      z.object({
        invocationId: z.string(),
        at: z.string(),
        toolId: z.string(),
        was: effect,
        now: effect,
        rule: z.string(),
        reason: z.string(),
        redacted: z.boolean(),
      }),
    )
    .readonly(),
});

const SAMPLE_DRAFT = {
  name: "draft.cedar",
  text: 'forbid (principal, action, resource == Tool::"builtin:test_math:divide");',
};

export const policyRoutes = [
  route({
    id: "getPolicy",
    method: "GET",
    path: "/v1/policy",
    summary: "The policy in force: its profile, files and version.",
    scope: "approve",
    answer: PolicyView,
    async handle({ engine: { gate, policiesInForce } }) {
      const { profile, version } = gate.policy;
      // Not as they lie on disk by now: those come into force with the next start.
      const { files = [], profiles } = policiesInForce;
      const shipped = profiles.get(profile);
      return {
        profile,
        version,
        files: files.map((file) => file.name),
        rules: [...(shipped ? [shipped] : []), ...files].map(({ name, text }) => ({ name, text })),
        shadowVersion: gate.shadow?.version ?? null,
      };
    },
  }),
  route({
    id: "checkPolicy",
    method: "POST",
    path: "/v1/policy/check",
    summary: "Validate the policies as they are on disk, with a draft in place of a file.",
    scope: "approve",
    body: z.strictObject({ draft: DraftBody.optional() }),
    example: { draft: SAMPLE_DRAFT },
    answer: z.object({
      ok: z.boolean(),
      files: z.int(),
      problems: z.array(PolicyProblemView).readonly(),
      /** Names in rules: they still count, and have ids in their place now. */
      notes: z.array(PolicyProblemView).readonly(),
    }),
    async handle({ engine: { readPolicies }, body: { draft } }) {
      const options = withDraft(readPolicies(), draft);
      const problems = checkPolicies(options);
      const { files = [], formerNames = new Map() } = options;
      const notes = notesOnNames(files, formerNames);
      return { ok: problems.length === 0, files: files.length, problems, notes };
    },
  }),
  route({
    id: "explainCall",
    method: "POST",
    path: "/v1/policy/explain",
    summary: "What would be decided about a call, by which rule, and what would change it.",
    scope: "approve",
    body: z.strictObject({
      tool_id: z.string(),
      inputs: z.json().default({}),
      session_id: z.string().optional(),
      profile: Profile.optional(),
      mode: Mode.optional(),
      dry_run: z.boolean().default(false),
    }),
    example: { tool_id: "builtin:test_math:add", inputs: { a: 2, b: 3 } },
    answer: Explanation,
    async handle({ engine: { gate }, actor, body }) {
      const session = body.session_id
        ? await usableSession(gate, body.session_id, actor)
        : undefined;
      const wanted = {
        toolId: body.tool_id,
        inputs: body.inputs,
        actor: { id: actor.id, scopes: actor.scopes },
        dryRun: body.dry_run,
        ...(body.mode && { mode: body.mode }),
        ...(body.profile && { profile: body.profile }),
      };
      // What a model of this session would meet if it made the call now.
      const turn = session && !isTerminal(session.state) ? session.turn : null;
      return explainCall(gate, directCall(gate, wanted, session), turn);
    },
  }),
  route({
    id: "replayPolicy",
    method: "POST",
    path: "/v1/policy/replay",
    summary: "What a draft would have decided differently over the recorded calls.",
    scope: "approve",
    body: z.strictObject({ draft: DraftBody, since: z.iso.datetime({ offset: true }) }),
    example: { draft: SAMPLE_DRAFT, since: "2026-01-01T00:00:00Z" },
    answer: ReplayView,
    async handle({ engine: { gate, readPolicies }, body: { draft, since } }) {
      const policy = createCedarPolicy(withDraft(readPolicies(), draft));
      const { cases, gone } = await recordedCalls(gate, since);
      return { ...replayDecisions(policy, cases), gone };
    },
  }),
];

/** The draft takes the place of the file of its name, or stands beside the others. */
function withDraft(options: PolicyOptions, draft: PolicyFile | undefined): PolicyOptions {
  if (!draft) return options;
  const others = (options.files ?? []).filter((file) => file.name !== draft.name);
  return { ...options, files: [...others, draft] };
}
