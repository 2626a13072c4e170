import type { Policy, PolicyRequest } from "../ports/policy.ts";
import type { Decision } from "../schema/decision.ts";
import type { Profile } from "../schema/profile.ts";
import type { RiskLevel } from "../schema/risk-level.ts";
import type { Tool } from "../schema/tool.ts";

type Cell =
  | Decision["effect"]
  /** Allowed for what ships with Capstan or lies on this machine; others ask. */
  | "allow_trusted"
  | "ask_frozen"
  | "ask_admin_frozen";

/** What each shipped profile says, by risk. The table of the requirements, word for word. */
const PROFILES: Record<Profile, Record<RiskLevel, Cell>> = {
  auto: { LOW: "allow", MED: "allow", HIGH: "allow", CRITICAL: "ask_admin" },
  risk: { LOW: "allow", MED: "allow_trusted", HIGH: "ask", CRITICAL: "ask_admin" },
  strict: { LOW: "ask", MED: "ask", HIGH: "ask", CRITICAL: "ask_admin" },
  governed: { LOW: "allow", MED: "ask", HIGH: "ask_frozen", CRITICAL: "ask_admin_frozen" },
};

export function createProfilePolicy(profile: Profile): Policy {
  return { profile, version: "profiles-1", decide: decideByProfile };
}

function decideByProfile(request: PolicyRequest): Decision {
  const { tool, profile, specFrozen } = request;
  const cell = PROFILES[profile][tool.riskLevel];
  const rule = `profile.${profile}.${tool.riskLevel}`;
  const risk = `${tool.riskLevel} risk`;

  if ((cell === "ask_frozen" || cell === "ask_admin_frozen") && !specFrozen) {
    return { effect: "deny", rule, reason: `${risk} needs a frozen spec in profile ${profile}.` };
  }
  const effect = effectOf(cell, tool);
  // Calls to packs are shown to a person whatever the profile says (P34).
  if (tool.sourceType === "pack" && effect === "allow") {
    return { effect: "ask", rule: "packs.always_ask", reason: "Calls to packs always ask." };
  }
  return { effect, rule, reason: `Profile ${profile} ${VERBS[effect]} ${risk}.` };
}

function effectOf(cell: Cell, tool: Tool): Decision["effect"] {
  if (cell === "allow_trusted") {
    return tool.trust === "builtin" || tool.trust === "local" ? "allow" : "ask";
  }
  if (cell === "ask_frozen") return "ask";
  if (cell === "ask_admin_frozen") return "ask_admin";
  return cell;
}

const VERBS: Record<Decision["effect"], string> = {
  allow: "allows",
  ask: "asks a person for",
  ask_admin: "asks an admin for",
  deny: "forbids",
};
