import { expect, test } from "vitest";
import { type RiskLevel, RiskLevel as Risks } from "../schema/risk-level.ts";
import { makeTool } from "../testing/make-tool.ts";
import { requiresAdminApproval, requiresSpecFreezing } from "./requires.ts";
import { openPolicy, team } from "./testing/open-policy.ts";

const risk = openPolicy();
const governed = openPolicy({ profile: "governed" });
const which = (holds: (riskLevel: RiskLevel) => boolean) => Risks.options.filter(holds);

test("C46: only the profile governed requires a frozen spec, from HIGH on", () => {
  const under = (policy: typeof risk) =>
    which((riskLevel) => requiresSpecFreezing(policy, makeTool({ riskLevel })));
  expect(under(risk)).toEqual([]);
  expect(under(governed)).toEqual(["HIGH", "CRITICAL"]);
});

test("C46: CRITICAL requires an admin under every profile, with or without a spec", () => {
  for (const policy of [risk, governed, openPolicy({ profile: "auto" })]) {
    const found = which((riskLevel) => requiresAdminApproval(policy, makeTool({ riskLevel })));
    expect(found).toEqual(["CRITICAL"]);
  }
});

test("C46: the owner's rules count", () => {
  const policy = openPolicy({
    files: [
      team(`forbid (principal, action, resource) when { resource.risk == 1 } unless { context.spec_frozen };
        forbid (principal, action, resource) when { resource.risk == 2 && context.approval_level < 2 };
        forbid (principal, action, resource) when { resource.risk == 3 };`),
    ],
  });
  const tools = Risks.options.map((riskLevel) => makeTool({ riskLevel }));
  expect(tools.map((tool) => requiresSpecFreezing(policy, tool))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(tools.map((tool) => requiresAdminApproval(policy, tool))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
