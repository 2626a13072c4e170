import pg from "pg";
import { describe, expect, test } from "vitest";
import { translate, unreachable } from "./translate-error.ts";

function failure(message: string, code?: string): Error {
  const error = new pg.DatabaseError(message, message.length, "error");
  return Object.assign(error, { code });
}

describe("F32: a pooler before PostgreSQL is told as one", () => {
  test.each([
    ["unsupported startup parameter: statement_timeout", "08P01"],
    ['prepared statement "capstan_3" does not exist', "26000"],
    ['prepared statement "capstan_3" already exists', "42P05"],
  ])("%s", (message, code) => {
    for (const told of [unreachable(failure(message, code)), translate(failure(message, code))]) {
      expect(told).toMatchObject({ code: "STORE_UNAVAILABLE" });
      expect(told.message).toMatch(/PgBouncer.*pool_mode = session/);
    }
  });

  test("and another failure is not", () => {
    expect(unreachable(failure("no pg_hba.conf entry", "28000")).message).toContain(
      "check that it runs",
    );
  });
});
