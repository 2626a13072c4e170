import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../base/digest.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { makeToken } from "../testing/fixtures.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { createAuthenticate, requireScope } from "./authenticate.ts";

const store = openSqliteStore(":memory:");
const clock = createManualClock();
const keyring = createKeyring(newMasterKey());
const authenticate = createAuthenticate({ tokens: store.tokens, keyring, clock });
const withHeader = (authorization: string) => authenticate(new Headers({ authorization }));

beforeAll(async () => {
  const token = makeToken({ actor: "ci", scopes: ["invoke"], hash: sha256("cap_secret") });
  await store.journal.commit("token.add", [{ type: "token.add", token }]);
});
afterAll(() => store.close());

describe("a token", () => {
  test.each(["Bearer cap_secret", "bearer cap_secret", "BEARER cap_secret"])(
    "X36: says who calls and what they may do: %s",
    async (header) => {
      expect(await withHeader(header)).toMatchObject({
        name: "ci",
        scopes: ["invoke"],
        signed: false,
      });
    },
  );

  test.each([
    "Bearer cap_other",
    "Bearer cap_secre",
    "Bearer cap_secrett",
    `Bearer ${sha256("cap_secret")}`,
    "Bearer CAP_SECRET",
  ])("X36: that is not known is refused: %s", async (header) => {
    await expect(withHeader(header)).rejects.toThrow(
      expect.objectContaining({
        code: "UNAUTHENTICATED",
        message: expect.stringContaining("unknown"),
      }),
    );
  });

  test.each([
    "",
    "cap_secret",
    "Basic cap_secret",
    "Bearer",
    "Bearer ",
    "Bearer a b",
    "Bearer cap_secret, Bearer x",
  ])("X36: has to be sent as a bearer token, not as %j", async (header) => {
    await expect(withHeader(header)).rejects.toThrow(
      expect.objectContaining({
        code: "UNAUTHENTICATED",
        message: expect.stringContaining("Authorization: Bearer"),
      }),
    );
  });

  test("X36: has to be sent at all", async () => {
    await expect(authenticate(new Headers())).rejects.toThrow("Authorization: Bearer");
  });
});

test("X36: a scope that a token lacks is named; no scope stands in for another", () => {
  const admin = { name: "a", scopes: ["admin" as const] };
  expect(() => requireScope(admin, "admin")).not.toThrow();
  expect(() => requireScope(admin, "approve")).toThrow(
    expect.objectContaining({ code: "SCOPE_MISSING", details: { scope: "approve" } }),
  );
  expect(() => requireScope({ name: "n", scopes: [] }, "invoke")).toThrow('"invoke"');
});
