import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { References } from "../rules/references.ts";
import { scalarOf, valuesOf } from "./argument.ts";
import { FACT_SETS, type FactSet } from "./fact-sets.ts";
import { stringsIn } from "./strings-in.ts";

type Scalar = string | number | boolean;

/** What policy is told of the inputs: nothing but strings, whole numbers and booleans (A114). */
export type Facts = {
  readonly args?: Readonly<Record<string, Scalar>>;
  readonly text?: Readonly<Record<string, string>>;
} & Readonly<Partial<Record<FactSet, readonly string[]>>>;

export type Projection = {
  readonly facts: Facts;
  /** The facts in one text: two inputs with the same are the same to policy. */
  readonly json: string;
  /** Why the facts do not say what the rules ask for. Such a call is denied. */
  readonly untold: string | undefined;
};

type Wanted = Pick<References, "args" | "text" | "context">;

/** At each level Cedar takes 3 µs for a member of a set, and 30 ms for a million characters. */
const MAX_MEMBERS = 4_096;
const MAX_CHARACTERS = 1_048_576;

/** Projects the facts that rules refer to. What it cannot tell, it does not leave out in silence. */
export function factsOf(
  inputs: JsonObject,
  wanted: Wanted,
  hosts: readonly string[] = [],
): Projection {
  const complaints: string[] = [];
  const scalars = readArguments(inputs, wanted, complaints);
  const pick = (names: ReadonlySet<string>) => [...scalars].filter(([name]) => names.has(name));
  const facts: Facts = {
    ...(wanted.context.has("args") && { args: Object.fromEntries(pick(wanted.args)) }),
    ...(wanted.context.has("text") && {
      text: Object.fromEntries(pick(wanted.text).map(([name, value]) => [name, String(value)])),
    }),
    ...readSets(inputs, wanted, hosts, complaints),
  };
  const json = JSON.stringify(facts);
  if (json.length > MAX_CHARACTERS) complaints.push(tooLong(facts));
  return { facts, json, untold: complaints[0] };
}

function readArguments(inputs: JsonObject, wanted: Wanted, complaints: string[]) {
  const scalars = new Map<string, Scalar>();
  for (const name of [...new Set([...wanted.args, ...wanted.text])].sort()) {
    const [value, ...others] = valuesOf(inputs, name).filter((found) => found !== null);
    if (others.length > 0) complaints.push(`The inputs have two arguments called "${name}".`);
    else if (typeof value === "object") complaints.push(notAScalar(name, value));
    else if (value !== undefined) scalars.set(name, scalarOf(value));
  }
  return scalars;
}

function readSets(
  inputs: JsonObject,
  { context }: Wanted,
  hosts: readonly string[],
  complaints: string[],
) {
  const names = (Object.keys(FACT_SETS) as FactSet[]).filter((name) => context.has(name));
  if (names.length === 0) return {};
  const sets = new Map(names.map((name) => [name, new Set<string>()]));
  for (const host of hosts) sets.get("hosts")?.add(hostOf(host));
  for (const found of stringsIn(inputs)) {
    for (const [name, set] of sets) {
      for (const member of FACT_SETS[name](found)) set.add(member);
      if (set.size <= MAX_MEMBERS) continue;
      complaints.push(`The inputs have more than ${MAX_MEMBERS} ${name}, too many for policy.`);
      return {};
    }
  }
  return Object.fromEntries([...sets].map(([name, set]) => [name, [...set].sort()]));
}

function notAScalar(name: string, value: JsonValue): string {
  const kind = Array.isArray(value) ? "a list" : "an object";
  return `The argument "${name}" is ${kind}, and a rule about it expects a single value.`;
}

function tooLong(facts: Facts): string {
  const names = Object.keys(facts).join(", ");
  return `The inputs are too long for policy, which asks for their ${names}.`;
}

/** As a rule names it: without its port. */
function hostOf(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host;
}
