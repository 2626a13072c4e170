import { sha256 } from "../base/digest.ts";
import type { Level } from "./ask-cedar.ts";
import type { CedarRequest } from "./cedar/cedar.ts";
import { applyFactsOf } from "./facts/apply-facts.ts";
import { type Facts, factsOf } from "./facts/facts.ts";
import { type ToolFacts, toolFactsOf } from "./facts/tool-facts.ts";
import type { PolicyRequest } from "./policy.ts";
import type { PersonOf } from "./policy-options.ts";
import type { Slice, Slicer } from "./slices/slice.ts";

/** What Cedar is asked about a call: what the rules refer to, and nothing else. */
export type Question = {
  readonly slice: Slice;
  readonly request: CedarRequest;
  readonly facts: Facts;
  /** Level of the answer with which the call ran. 0: it ran without one. */
  readonly answered: Level;
  /** Why policy cannot be told what its rules ask for; then there is no asking. */
  readonly untold: string | undefined;
  /** Two questions with the same key have the same answer. */
  readonly key: string;
};

/** Keys of large inputs are hashed, so that ten thousand of them stay small. */
const MAX_KEY = 512;

/**
 * One question about a call, and two about its changes: whether these may be made, and whether the call
 * may. A closed box may have run before anyone was asked; the second question makes up for that.
 */
export function questionsOf(
  sliceFor: Slicer,
  request: PolicyRequest,
  personOf?: PersonOf,
): readonly Question[] {
  const tool = toolFactsOf(request.tool);
  const aboutCall = (asked: PolicyRequest) =>
    questionOf(sliceFor(tool, "invoke"), tool, asked, personOf);
  if (!request.apply) return [aboutCall(request)];
  return [
    questionOf(sliceFor(tool, "apply"), tool, request, personOf),
    aboutCall({ ...request, closed: false }),
  ];
}

export function questionOf(
  slice: Slice,
  tool: ToolFacts,
  request: PolicyRequest,
  personOf: PersonOf = () => undefined,
): Question {
  const { references } = slice;
  const { facts, json, untold: untoldInputs } = factsOf(request.inputs, references, request.hosts);
  const answered = levelOf(request);
  const changes = request.apply && applyFactsOf(request.apply);
  const untold = request.apply && !changes ? UNCOUNTED : untoldInputs;
  const user = references.principal ? userOf(request.actor.id) : ANYONE;
  const resource = { type: "Tool", id: tool.id };
  const attributes = Object.entries(tool).filter(([name]) => references.tool.has(name));
  const scopes = references.scopes ? [...request.actor.scopes].sort() : undefined;
  const person = references.person ? describe(request.actor.id, personOf) : undefined;
  const situation = Object.entries({ ...situationOf(request), ...changes }).filter(([name]) =>
    references.context.has(name),
  );
  const key =
    JSON.stringify([tool.id, attributes, user.id, scopes, person, situation, answered, untold]) +
    json;
  return {
    slice,
    facts,
    answered,
    untold,
    key: slice.id + (key.length > MAX_KEY ? sha256(key) : key),
    request: {
      principal: user,
      action: { type: "Action", id: slice.action },
      resource,
      entities: [
        ...(attributes.length > 0
          ? [{ uid: resource, attrs: Object.fromEntries(attributes), parents: [] }]
          : []),
        ...(scopes || person
          ? [{ uid: user, attrs: { ...(scopes && { scopes }), ...person }, parents: [] }]
          : []),
      ],
      context: { ...Object.fromEntries(situation), ...facts },
    },
  };
}

const UNCOUNTED = "The counts of its changes are missing or wrong.";

function levelOf({ apply }: PolicyRequest): Level {
  if (!apply?.answer) return 0;
  return apply.answer.level === "admin" ? 2 : 1;
}

const ANYONE = { type: "User", id: "" };

function userOf(name: string) {
  return { type: "User", id: name.toWellFormed() };
}

function describe(id: string, personOf: PersonOf) {
  const { name, kind } = personOf(id) ?? { name: id, kind: "service" };
  return { name: name.toWellFormed(), kind };
}

function situationOf({ mode, dryRun, specFrozen, tainted, closed, approver }: PolicyRequest) {
  return {
    mode,
    dry_run: dryRun,
    spec_frozen: specFrozen,
    tainted,
    closed: closed === true,
    ...(approver !== null && { approver: { __entity: userOf(approver) } }),
  };
}
