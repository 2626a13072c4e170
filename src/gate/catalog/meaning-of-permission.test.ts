import { expect, test } from "vitest";
import { meaningOfPermission } from "./meaning-of-permission.ts";

test.each([
  ["filesystem.read", "LOW", ["fs.read"]],
  ["filesystem.write", "HIGH", ["fs.write"]],
  ["filesystem.move", "HIGH", ["fs.move"]],
  ["filesystem.delete", "HIGH", ["fs.delete"]],
  ["network", "HIGH", ["network.http"]],
  ["system.processes", "HIGH", ["system.processes"]],
  ["system.hardware", "MED", ["system.hardware"]],
  ["system.exec", "HIGH", ["system.exec"]],
  ["display", "LOW", ["display"]],
  ["payments", "CRITICAL", ["payments"]],
  ["cloud", "CRITICAL", ["cloud.resource_create", "cloud.resource_delete"]],
  ["anything.else", "HIGH", []],
  ["__proto__", "HIGH", []],
])("C35, C36, C39, X12: the permission %s is %s and means %j", (permission, risk, effects) => {
  expect(meaningOfPermission(permission)).toEqual({ risk, effects });
});
