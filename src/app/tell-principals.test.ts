import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { tellPrincipals } from "./tell-principals.ts";

let harness: Harness;
afterEach(() => harness.close());

test("F15: whom the upgrade has told apart is said at the next start, once; rules with names at each", async () => {
  const text = 'forbid (principal == User::"owner", action, resource == Tool::"none");';
  harness = await openHarness({ policyTexts: [text] });
  const { gate, policiesInForce } = harness.engine;
  const split = async () => [{ id: "prn_2", name: "ci", from: "prn_1" }];
  const store = { ...gate.store, principals: { ...gate.store.principals, listSplit: split } };
  const start = async () => {
    const told: string[] = [];
    await tellPrincipals({ gate: { ...gate, store }, policiesInForce }, (line) => told.push(line));
    return told;
  };
  const rule = expect.stringContaining('User::"owner" is written User::"prn_owner" now');
  expect(await start()).toEqual([rule, expect.stringContaining("of prn_1, keeps its sessions")]);
  expect(await start()).toEqual([rule]);
});
