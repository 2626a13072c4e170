import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRenewals } from "./renew-once.ts";
import type { KeptSignIn } from "./sign-in.ts";

const KEY = "server https://a.example/mcp";
const tokens = (n: number) => ({
  access_token: `at-${n}`,
  refresh_token: `rt-${n}`,
  token_type: "Bearer",
});

/** One store, and processes that each remember what they have read of it. */
function shared() {
  const row = { kept: { tokens: tokens(1) } as KeptSignIn, version: 1 };
  const process = (now = () => Date.now()) => {
    let seen = { ...row };
    const store = {
      read: () => seen.kept,
      async write(_key: string, kept: KeptSignIn) {
        Object.assign(row, { kept, version: row.version + 1 });
        seen = { ...row };
      },
      async replace(key: string, kept: KeptSignIn) {
        await sleep(1);
        if (row.version !== seen.version) return false;
        await store.write(key, kept);
        return true;
      },
      async refresh() {
        await sleep(1);
        seen = { ...row };
      },
    };
    return { store, renewOnce: createRenewals({ store, now }) };
  };
  return { row, process };
}

test("of several processes on one store one renews, and the others find what it got", async () => {
  const { row, process } = shared();
  const spent: string[] = [];
  const refused = (token: string) => token === "at-1";
  await Promise.all(
    [process(), process(), process()].flatMap(({ store, renewOnce }) =>
      [1, 2].map(() =>
        renewOnce(KEY, refused, async () => {
          spent.push(store.read()?.tokens?.refresh_token ?? "");
          await sleep(150);
          await store.write(KEY, { tokens: tokens(2) });
        }),
      ),
    ),
  );
  expect(spent).toEqual(["rt-1"]);
  expect(row.kept).toEqual({ tokens: tokens(2) });
});

test("who began to renew and died, or failed, does not keep the others from it", async () => {
  const { row, process } = shared();
  row.kept = { ...row.kept, renewingUntil: Date.now() + 40_000 };
  const late = process(() => Date.now() + 41_000);
  const failing = late.renewOnce(
    KEY,
    () => true,
    () => Promise.reject(new Error("not reached")),
  );
  await expect(failing).rejects.toThrow("not reached");
  expect(row.kept.renewingUntil).toBeUndefined();
  let isRenewed = false;
  await process().renewOnce(
    KEY,
    () => true,
    async () => {
      isRenewed = true;
    },
  );
  expect(isRenewed).toBe(true);
});
