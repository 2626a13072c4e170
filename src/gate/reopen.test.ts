import { expect, test } from "vitest";
import { CapstanError } from "../base/errors.ts";
import type { Gate } from "./gate.ts";
import { orRefused, reopen } from "./reopen.ts";

test("X8: a tool that is gone refuses an approved call; a store that does not answer leaves it waiting", async () => {
  const gone = new CapstanError("TOOL_NOT_FOUND", "It is gone.");
  expect(await orRefused(Promise.reject(gone))).toBe(gone);
  const silent = new CapstanError("STORE_UNAVAILABLE", "The database did not answer.");
  await expect(orRefused(Promise.reject(silent))).rejects.toBe(silent);
});

test("S41: a call that ended between two looks at it is a conflict: its turn is looked at again", async () => {
  const nothing = async () => undefined;
  const gate = { store: { invocations: { ledger: nothing, get: nothing } } } as unknown as Gate;
  await expect(reopen(gate, "inv_1", null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
});
