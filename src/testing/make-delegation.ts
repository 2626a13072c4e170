import type { Delegation } from "../schema/delegation.ts";
import { fixtureId, fixtureTime } from "./fixtures.ts";

export function makeDelegation(overrides: Partial<Delegation> = {}): Delegation {
  return {
    id: "dlg_1",
    state: "open",
    parentContext: "ctx",
    parentInvocation: null,
    sessionId: fixtureId("session"),
    path: ["asks"],
    target: "does",
    actor: "owner",
    scopes: ["invoke"],
    inputs: "sealed",
    step: 1,
    childState: null,
    result: null,
    owner: null,
    version: 1,
    createdAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}
