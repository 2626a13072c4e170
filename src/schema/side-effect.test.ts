import { expect, test } from "vitest";
import { Trust } from "./capability.ts";
import { SideEffect } from "./side-effect.ts";

test("C38, X12: one vocabulary of effects: the seventeen, and four more", () => {
  const seventeen = [
    ...["fs.read", "fs.write", "fs.delete", "fs.chmod"],
    ...["network.http", "network.socket", "network.dns"],
    ...["cloud.key_read", "cloud.key_write", "cloud.resource_create", "cloud.resource_delete"],
    "payments",
    ...["system.exec", "system.env"],
    ...["database.read", "database.write", "database.delete"],
  ];
  const more = ["fs.move", "display", "system.processes", "system.hardware"];
  expect(seventeen).toHaveLength(17);
  expect([...SideEffect.options].sort()).toEqual([...seventeen, ...more].sort());
});

test("X13: trust is named, never numbered", () => {
  expect(Trust.options).toEqual(["builtin", "local", "local-mcp", "remote"]);
});
