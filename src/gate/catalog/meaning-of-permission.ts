import type { RiskLevel } from "../../schema/risk-level.ts";
import type { SideEffect } from "../../schema/side-effect.ts";

type Meaning = { readonly effects: readonly SideEffect[]; readonly risk: RiskLevel };

/**
 * What a permission lets a capability do, in the one vocabulary of effects (X12), and how risky that
 * makes it (C39). A permission that is not here is not known: it counts as the riskiest thing that
 * is not money.
 */
const PERMISSIONS: ReadonlyMap<string, Meaning> = new Map([
  ["filesystem.read", { effects: ["fs.read"], risk: "LOW" }],
  ["filesystem.write", { effects: ["fs.write"], risk: "HIGH" }],
  ["filesystem.move", { effects: ["fs.move"], risk: "HIGH" }],
  ["filesystem.delete", { effects: ["fs.delete"], risk: "HIGH" }],
  ["network", { effects: ["network.http"], risk: "HIGH" }],
  ["system.processes", { effects: ["system.processes"], risk: "HIGH" }],
  ["system.hardware", { effects: ["system.hardware"], risk: "MED" }],
  ["system.exec", { effects: ["system.exec"], risk: "HIGH" }],
  ["display", { effects: ["display"], risk: "LOW" }],
  ["model", { effects: [], risk: "MED" }],
  ["payments", { effects: ["payments"], risk: "CRITICAL" }],
  ["cloud", { effects: ["cloud.resource_create", "cloud.resource_delete"], risk: "CRITICAL" }],
]);

const UNKNOWN: Meaning = { effects: [], risk: "HIGH" };

export function meaningOfPermission(permission: string): Meaning {
  return PERMISSIONS.get(permission) ?? UNKNOWN;
}
