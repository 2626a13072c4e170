import { readFileSync } from "node:fs";
import type { ChangeFacts } from "../../schema/change-facts.ts";
import { Profile } from "../../schema/profile.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Apply, RunAnswer } from "../apply.ts";
import { type CedarPolicy, createCedarPolicy } from "../create-cedar-policy.ts";
import type { PolicyRequest } from "../policy.ts";
import type { PolicyFile, PolicyOptions } from "../policy-options.ts";

export const PROFILES: ReadonlyMap<Profile, PolicyFile> = new Map(
  Profile.options.map((name) => [
    name,
    { name: `profile ${name}`, text: readPolicy(`profiles/${name}`) },
  ]),
);

export const FOUR_EYES: PolicyFile = {
  name: "policy/four-eyes.cedar",
  text: readPolicy("examples/four-eyes"),
};

export function openPolicy(options: Partial<PolicyOptions> = {}): CedarPolicy {
  return createCedarPolicy({ profile: "risk", profiles: PROFILES, ...options });
}

/** A file of the owner's. */
export function team(text: string): PolicyFile {
  return { name: "policy/team.cedar", text };
}

export function requestFor(tool: Tool, overrides: Partial<PolicyRequest> = {}): PolicyRequest {
  return {
    tool,
    actor: { id: "alice", scopes: ["invoke"] },
    inputs: {},
    hosts: [],
    profile: "risk",
    mode: "execution",
    dryRun: false,
    specFrozen: false,
    tainted: false,
    approver: null,
    ...overrides,
  };
}

const NO_CHANGES: ChangeFacts = {
  created: 0,
  changed: 0,
  deleted: 0,
  moved: 0,
  bytes: 0,
  doors: 0,
  outside: 0,
  names: 0,
};

/** The question about changes of a call that ran with this answer. */
export function applyOf(changes: Partial<ChangeFacts>, answer: RunAnswer | null = null): Apply {
  return { changes: { ...NO_CHANGES, ...changes }, answer };
}

function readPolicy(name: string): string {
  return readFileSync(new URL(`../${name}.cedar`, import.meta.url), "utf8");
}
