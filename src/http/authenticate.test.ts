import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../base/digest.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { openPeople } from "../gate/people/people.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { makePrincipal, makeToken } from "../testing/fixtures.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { createAuthenticate, requireScope } from "./authenticate.ts";

const store = openSqliteStore(":memory:");
const clock = createManualClock();
const keyring = createKeyring(newMasterKey());
const people = await openPeople({ store, clock });
const authenticate = createAuthenticate({ tokens: store.tokens, people, keyring, clock });
const withHeader = (authorization: string) => authenticate(new Headers({ authorization }));

beforeAll(async () => {
  const principal = makePrincipal({ id: "prn_ci", name: "ci" });
  const principalId = principal.id;
  const token = makeToken({ principalId, scopes: ["invoke"], hash: sha256("cap_secret") });
  await store.journal.commit("token.add", [
    { type: "principal.add", principal },
    { type: "token.add", token },
  ]);
});
afterAll(() => store.close());

describe("a token", () => {
  test.each(["Bearer cap_secret", "bearer cap_secret", "BEARER cap_secret"])(
    "X36: says who calls and what they may do: %s",
    async (header) => {
      expect(await withHeader(header)).toMatchObject({
        id: "prn_ci",
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

  test("F15: of somebody who was disabled is refused, and taken again once they are enabled", async () => {
    const principal = makePrincipal({ id: "prn_ci", name: "ci" });
    const put = async (state: "active" | "disabled") => {
      const change = { type: "principal.put", principal: { ...principal, state }, now } as const;
      await store.journal.commit("principal.put", [change]);
      people.follow([change]);
    };
    const now = new Date(clock.now()).toISOString();
    await put("disabled");
    await expect(withHeader("Bearer cap_secret")).rejects.toThrow("disabled");
    await put("active");
    expect(await withHeader("Bearer cap_secret")).toMatchObject({ id: "prn_ci" });
  });

  test("X36: has to be sent at all", async () => {
    await expect(authenticate(new Headers())).rejects.toThrow("Authorization: Bearer");
  });
});

test("X36: a scope that a token lacks is named; no scope stands in for another", () => {
  const admin = { id: "prn_a", scopes: ["admin" as const] };
  expect(() => requireScope(admin, "admin")).not.toThrow();
  expect(() => requireScope(admin, "approve")).toThrow(
    expect.objectContaining({ code: "SCOPE_MISSING", details: { scope: "approve" } }),
  );
  expect(() => requireScope({ id: "prn_n", scopes: [] }, "invoke")).toThrow('"invoke"');
});
