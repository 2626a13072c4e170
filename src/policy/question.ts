import { sha256 } from "../base/digest.ts";
import type { CedarRequest } from "./cedar/cedar.ts";
import { type Facts, factsOf } from "./facts/facts.ts";
import type { ToolFacts } from "./facts/tool-facts.ts";
import type { PolicyRequest } from "./policy.ts";
import type { PersonOf } from "./policy-options.ts";
import type { Slice } from "./slices/slice.ts";

/** What Cedar is asked about a call: what the rules refer to, and nothing else. */
export type Question = {
  readonly slice: Slice;
  readonly request: CedarRequest;
  readonly facts: Facts;
  /** Why policy cannot be told what its rules ask for; then there is no asking. */
  readonly untold: string | undefined;
  /** Two questions with the same key have the same answer. */
  readonly key: string;
};

/** Keys of large inputs are hashed, so that ten thousand of them stay small. */
const MAX_KEY = 512;

export function questionOf(
  slice: Slice,
  tool: ToolFacts,
  request: PolicyRequest,
  personOf: PersonOf = () => undefined,
): Question {
  const { references } = slice;
  const { facts, json, untold } = factsOf(request.inputs, references, request.hosts);
  const user = references.principal ? userOf(request.actor.id) : ANYONE;
  const resource = { type: "Tool", id: tool.id };
  const attributes = Object.entries(tool).filter(([name]) => references.tool.has(name));
  const scopes = references.scopes ? [...request.actor.scopes].sort() : undefined;
  const person = references.person ? describe(request.actor.id, personOf) : undefined;
  const situation = Object.entries(situationOf(request)).filter(([name]) =>
    references.context.has(name),
  );
  const key =
    JSON.stringify([tool.id, attributes, user.id, scopes, person, situation, untold]) + json;
  return {
    slice,
    facts,
    untold,
    key: slice.id + (key.length > MAX_KEY ? sha256(key) : key),
    request: {
      principal: user,
      action: { type: "Action", id: "invoke" },
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

const ANYONE = { type: "User", id: "" };

function userOf(name: string) {
  return { type: "User", id: name.toWellFormed() };
}

function describe(id: string, personOf: PersonOf) {
  const { name, kind } = personOf(id) ?? { name: id, kind: "service" };
  return { name: name.toWellFormed(), kind };
}

function situationOf({ mode, dryRun, specFrozen, tainted, approver }: PolicyRequest) {
  return {
    mode,
    dry_run: dryRun,
    spec_frozen: specFrozen,
    tainted,
    ...(approver !== null && { approver: { __entity: userOf(approver) } }),
  };
}
