import type { Decision } from "../schema/decision.ts";
import type { Tool } from "../schema/tool.ts";
import type { Policy } from "./policy.ts";

/** Whether calls of a tool are denied for want of a frozen spec (C46). */
export function requiresSpecFreezing(policy: Policy, tool: Tool): boolean {
  return effectOf(policy, tool, false) === "deny" && effectOf(policy, tool, true) !== "deny";
}

/** Whether an admin has to approve calls of a tool (C46). */
export function requiresAdminApproval(policy: Policy, tool: Tool): boolean {
  return effectOf(policy, tool, true) === "ask_admin";
}

/** What the owner's profile says of a call by nobody in particular, without inputs. */
function effectOf(policy: Policy, tool: Tool, specFrozen: boolean): Decision["effect"] {
  const request = {
    tool,
    specFrozen,
    tainted: false,
    actor: { id: "", scopes: [] },
    inputs: {},
    approver: null,
  };
  return policy.decide({
    ...request,
    profile: policy.profile,
    mode: "execution",
    hosts: [],
    dryRun: false,
  }).effect;
}
