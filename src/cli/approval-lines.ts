import { isJsonObject } from "../base/json.ts";
import type { Approval } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { driftLines } from "./drift-lines.ts";
import { type Line, styled } from "./line.ts";
import { typed } from "./program.ts";
import { shorten, shortJson } from "./shorten.ts";
import type { ShownCard } from "./shown-card.ts";

const VALUE_LENGTH = 400;
const MOST_FIELDS = 40;

const MOST_ALIKE = 10;
/** More ids make a command that fills the screen. */
const MOST_IDS = 6;

/** Several approvals; those that differ only in their inputs are one group. */
export function approvalGroups(approvals: readonly Approval[]): Line[] {
  return [...Map.groupBy(approvals, kindOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group.flatMap(approvalFacts);
    const left = group.length - MOST_ALIKE;
    return [
      [
        styled("bold", `${group.length} approvals`),
        `: ${first.state}, to be answered by: ${first.level}`,
      ],
      ...columns(factsOf(first)),
      "  inputs",
      ...group.slice(0, MOST_ALIKE).map(({ inputs }) => `    ${shortJson(inputs, VALUE_LENGTH)}`),
      ...(left > 0 ? [`    and ${left} more`] : []),
    ];
  });
}

/** An approval with anything of its own to show stands alone. */
function kindOf(approval: Approval): string {
  const { access, changed, rewritten, edited, drift, preview, denial_reason } = approval;
  if (denial_reason || access || changed || rewritten || edited || drift || preview !== undefined) {
    return approval.id;
  }
  const { tool_id, state, level, risk_level, side_effect_tags, reason, session_id } = approval;
  return JSON.stringify([tool_id, state, level, risk_level, side_effect_tags, reason, session_id]);
}

/** What would run, what it can do and why it asks, before the inputs that might be long (A95). */
export function approvalFacts(approval: Approval): Line[] {
  return [
    [
      styled("bold", `Approval ${approval.id}`),
      `: ${approval.state}, to be answered by: ${approval.level}`,
    ],
    ...columns(factsOf(approval)),
    ...(approval.drift
      ? [
          "  its tool says something else than when it was answered before",
          ...driftLines(approval.drift),
        ]
      : []),
    "  inputs",
    ...inputLines(approval.inputs),
    ...(approval.rewritten ? ["  before that", ...inputLines(approval.rewritten.inputs)] : []),
    ...(approval.edited ? ["  asked with", ...inputLines(approval.edited.inputs)] : []),
    ...(approval.preview === undefined ? [] : ["  dry run:", ...inputLines(approval.preview)]),
  ];
}

/** The same of a call that would ask, before it is made. */
export function foreseenFacts({ preview, ...shown }: ShownCard): Line[] {
  const facts = factsOf({ ...shown, session_id: null, expires_at: "" });
  return [
    ...columns(facts),
    ...(preview === undefined ? [] : ["  dry run:", ...inputLines(preview)]),
  ];
}

type Facts = Pick<
  Approval,
  | "tool_id"
  | "risk_level"
  | "side_effect_tags"
  | "reason"
  | "access"
  | "roots"
  | "changed"
  | "rewritten"
  | "edited"
  | "denial_reason"
  | "session_id"
  | "expires_at"
>;

function factsOf(approval: Facts): [string, string][] {
  const facts: [string, string][] = [
    ["  tool", approval.tool_id],
    ["  risk", approval.risk_level],
    ["  effects", approval.side_effect_tags.join(", ") || "none declared"],
    ["  asks because", shorten(approval.reason, VALUE_LENGTH)],
    ["  opens", opensWords(approval)],
    ["  changed", approval.changed?.join(", ") ?? ""],
    ["  rewritten by", approval.rewritten?.by.join(", ") ?? ""],
    ["  changed by", approval.edited?.by.name ?? ""],
    ["  denied because", shorten(approval.denial_reason ?? "", VALUE_LENGTH)],
    ["  session", approval.session_id ?? ""],
    ["  expires", approval.expires_at],
  ];
  return facts.filter(([, value]) => value !== "");
}

function opensWords({ access, roots = [] }: Facts): string {
  const folders = (access?.paths ?? []).map(({ root, verbs }) => {
    const seen = roots.find((it) => it.root === root);
    if (!seen) return `${root} to ${verbs.join(" and ")}`;
    const { entries, names } = seen;
    const inside = names.length > 0 ? `, such as ${names.slice(0, 3).join(", ")}` : "";
    return `${root} to ${verbs.join(" and ")} (${entries} ${entries === 1 ? "entry" : "entries"}${inside})`;
  });
  return shorten([...folders, ...(access?.hosts ?? [])].join("; "), VALUE_LENGTH);
}

/** The same with the commands that answer, for a reader who is not asked here. */
export function approvalLines(...approvals: readonly Approval[]): Line[] {
  const pending = approvals.filter(({ state }) => state === "pending").map(({ id }) => id);
  return [...approvalGroups(approvals), ...answerLines(pending)];
}

function inputLines(inputs: unknown): string[] {
  if (!isJsonObject(inputs)) return [`    ${shortJson(inputs, VALUE_LENGTH)}`];
  const lines = Object.entries(inputs).map(
    ([name, value]) => `    ${shortJson(name, VALUE_LENGTH)}: ${shortJson(value, VALUE_LENGTH)}`,
  );
  if (lines.length === 0) return ["    {}"];
  if (lines.length <= MOST_FIELDS) return lines;
  const omitted = lines.length - MOST_FIELDS;
  return [
    ...lines.slice(0, MOST_FIELDS / 2),
    `    …[${omitted} of ${lines.length} fields not shown]…`,
    ...lines.slice(-MOST_FIELDS / 2),
  ];
}

export function answerLines(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  if (ids.length > MOST_IDS) return [`To see all ${ids.length}:  ${typed("approvals list")}`];
  const which = ids.length === 1 ? "it" : `all ${ids.length}`;
  return [
    `To run ${which}:   ${typed(`approvals run ${ids.join(" ")}`)}`,
    `To deny ${which}:  ${typed(`approvals deny ${ids.join(" ")}`)}`,
  ];
}

/** One command for all that a task waits for. */
export function taskAnswerLines(intentId: string, count: number): string[] {
  const which = count === 1 ? "it" : `all ${count}`;
  return [
    `To run ${which}:   ${typed(`approvals run --task ${intentId}`)}`,
    `To deny ${which}:  ${typed(`approvals deny --task ${intentId}`)}`,
  ];
}
