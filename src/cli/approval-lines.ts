import { isJsonObject } from "../base/json.ts";
import type { Approval } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { driftLines } from "./drift-lines.ts";
import { type Line, styled } from "./line.ts";
import { typed } from "./program.ts";
import { shorten, shortJson } from "./shorten.ts";

const VALUE_LENGTH = 400;
const MOST_FIELDS = 40;

/** What would run, what it can do and why it asks, before the inputs that might be long (A95). */
export function approvalFacts(approval: Approval): Line[] {
  const facts: [string, string][] = [
    ["  tool", approval.tool_id],
    ["  risk", approval.risk_level],
    ["  effects", approval.side_effect_tags.join(", ") || "none declared"],
    ["  asks because", shorten(approval.reason, VALUE_LENGTH)],
    ["  opens", opensWords(approval)],
    ["  changed", approval.changed?.join(", ") ?? ""],
    ["  rewritten by", approval.rewritten?.by.join(", ") ?? ""],
    ["  changed by", approval.edited?.by ?? ""],
    ["  denied because", shorten(approval.denial_reason ?? "", VALUE_LENGTH)],
    ["  session", approval.session_id ?? ""],
    ["  expires", approval.expires_at],
  ];
  return [
    [
      styled("bold", `Approval ${approval.id}`),
      `: ${approval.state}, to be answered by: ${approval.level}`,
    ],
    ...columns(facts.filter(([, value]) => value !== "")),
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

function opensWords({ access, roots = [] }: Approval): string {
  const folders = (access?.paths ?? []).map(({ root, verbs }) => {
    const { entries = 0, names = [] } = roots.find((it) => it.root === root) ?? {};
    const inside = names.length > 0 ? `, such as ${names.slice(0, 3).join(", ")}` : "";
    return `${root} to ${verbs.join(" and ")} (${entries} ${entries === 1 ? "entry" : "entries"}${inside})`;
  });
  return shorten([...folders, ...(access?.hosts ?? [])].join("; "), VALUE_LENGTH);
}

/** The same for who is not asked here, with the commands that answer. */
export function approvalLines(approval: Approval): Line[] {
  return [
    ...approvalFacts(approval),
    ...(approval.state === "pending" ? answerLines(approval.id) : []),
  ];
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

export function answerLines(id: string): string[] {
  return [
    `To run it:   ${typed(`approvals run ${id}`)}`,
    `To deny it:  ${typed(`approvals deny ${id}`)}`,
  ];
}
