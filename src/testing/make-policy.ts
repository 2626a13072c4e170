import type { Policy } from "../policy/policy.ts";

/** A policy that decides by one function, for tests of what follows from a decision. */
export function makePolicy(decide: Policy["decide"], profile: Policy["profile"] = "risk"): Policy {
  return {
    profile,
    version: "test",
    decide,
    explain: (request) => ({ decision: decide(request), levels: [], facts: {}, wouldChange: [] }),
  };
}
