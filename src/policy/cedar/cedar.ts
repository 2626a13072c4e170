import { createRequire } from "node:module";
import type * as CedarWasm from "@cedar-policy/cedar-wasm/nodejs";
import { createBoundedMap } from "../../base/bounded-map.ts";

type Wasm = Pick<
  typeof CedarWasm,
  "policyToJson" | "preparsePolicySet" | "statefulIsAuthorized" | "validate"
>;

/** Policies by id. The object stands for the set: ask with the same object to have it parsed once. */
export type Policies = Readonly<Record<string, CedarWasm.Policy>>;

export type CedarValue =
  | string
  | number
  | boolean
  | readonly CedarValue[]
  | { readonly [name: string]: CedarValue };

type Entity = { readonly type: string; readonly id: string };
type Attributes = Readonly<Record<string, CedarValue>>;

export type CedarRequest = {
  readonly principal: Entity;
  readonly action: Entity;
  readonly resource: Entity;
  readonly context: Attributes;
  readonly entities: readonly { uid: Entity; attrs: Attributes; parents: readonly Entity[] }[];
};

type Failure = {
  readonly type: "failure";
  readonly errors: readonly Pick<CedarWasm.DetailedError, "message" | "help" | "sourceLocations">[];
};
type Success<Answer> = Exclude<Answer, { type: "failure" }>;

export type Cedar = {
  parse(text: string): Success<CedarWasm.PolicyToJsonAnswer> | Failure;
  validate(
    schema: CedarWasm.Schema,
    policies: Policies,
  ): Success<CedarWasm.ValidationAnswer> | Failure;
  authorize(
    policies: Policies,
    request: CedarRequest,
  ): Success<CedarWasm.AuthorizationAnswer> | Failure;
};

/** A set of ten policies takes about 60 KB. */
const MAX_SETS = 256;

/**
 * The only way to the wasm, which never forgets a parsed set and never recovers from a trap: a
 * policy nested 400 deep makes every later call of that instance throw. So each `Cedar` has an
 * instance of its own (the first takes 30 ms, the next 6 ms, since V8 keeps the compiled code),
 * writes new sets over those not used for longest, and after a throw begins with a fresh one.
 */
export function openCedar(): Cedar {
  const sets = createBoundedMap<Policies, string>(MAX_SETS);
  let wasm = instantiate();
  let freeNames = namesOf(MAX_SETS);

  const attempt = <Answer>(work: () => Answer): Answer | Failure => {
    try {
      return work();
    } catch (cause) {
      wasm = instantiate();
      sets.clear();
      freeNames = namesOf(MAX_SETS);
      return { type: "failure", errors: [{ message: `cedar failed: ${cause}`, help: null }] };
    }
  };

  const nameOf = (policies: Policies): string | Failure => {
    const known = sets.get(policies);
    if (known !== undefined) return known;
    const name = freeNames.pop() ?? sets.dropOldest() ?? "none";
    const answer = wasm.preparsePolicySet(name, { staticPolicies: policies });
    if (answer.type === "success") sets.set(policies, name);
    else freeNames.push(name);
    return answer.type === "success" ? name : answer;
  };

  return {
    parse: (text) => attempt(() => wasm.policyToJson(text)),
    validate: (schema, policies) =>
      attempt(() =>
        wasm.validate({
          schema,
          policies: { staticPolicies: policies },
          validationSettings: { mode: "strict" },
        }),
      ),
    authorize: (policies, request) =>
      attempt(() => {
        const name = nameOf(policies);
        if (typeof name !== "string") return name;
        const call = { ...request, preparsedPolicySetId: name };
        return wasm.statefulIsAuthorized(call as CedarWasm.StatefulAuthorizationCall);
      }),
  };
}

function instantiate(): Wasm {
  const require = createRequire(import.meta.url);
  const entry = require.resolve("@cedar-policy/cedar-wasm/nodejs");
  delete require.cache[entry];
  return require(entry);
}

function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}`);
}
