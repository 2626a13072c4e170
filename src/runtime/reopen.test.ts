import { expect, test } from "vitest";
import { CapstanError } from "../base/errors.ts";
import { orRefused } from "./reopen.ts";

test("X8: a tool that is gone refuses an approved call; a store that does not answer leaves it waiting", async () => {
  const gone = new CapstanError("TOOL_NOT_FOUND", "It is gone.");
  expect(await orRefused(Promise.reject(gone))).toBe(gone);
  const silent = new CapstanError("STORE_UNAVAILABLE", "The database did not answer.");
  await expect(orRefused(Promise.reject(silent))).rejects.toBe(silent);
});
