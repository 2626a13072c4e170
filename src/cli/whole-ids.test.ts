import { describe, expect, test } from "vitest";
import { SESSION } from "../../test/records.ts";
import { runAgainst } from "./testing/run-cli.ts";

const FIRST = "session_01a1ec14-4c71-7000-9709-ef657c3f2a74";
const SECOND = "session_01a1ec14-dadd-7000-b7e6-9b8fb7528eb7";
const sessions = [FIRST, SECOND].map((id) => ({ ...SESSION, id }));
const ROUTES = {
  "GET /v1/sessions": { body: { items: sessions, total: 2 } },
  [`POST /v1/sessions/${FIRST}/cancel`]: { body: sessions[0] },
  "GET /v1/approvals": { body: { items: [], total: 0 } },
};

const cancel = (id: string) => runAgainst(ROUTES, ["sessions", "cancel", id]);

describe("an id that is typed in part", () => {
  test.each(["session_01a1ec14-4c", "01a1ec14-4c71", "session_01a1ec14-4c71-7000-9709-…"])(
    "%s is the one that begins like that",
    async (given) => {
      const { code, seen } = await cancel(given);
      expect(code).toBe(0);
      expect(seen.at(-1)?.url).toBe(`/v1/sessions/${FIRST}/cancel`);
    },
  );

  test.each(["session_7c3f2a74", "7c3f2a74"])(
    "F72: %s, as a terminal shows it, is the one that ends like that",
    async (given) => {
      const { code, seen } = await cancel(given);
      expect([code, seen.at(-1)?.url]).toEqual([0, `/v1/sessions/${FIRST}/cancel`]);
    },
  );

  test("F72: a task is found by the end of its session", async () => {
    const whole = FIRST.replace("session_", "intent_");
    const { seen } = await runAgainst(ROUTES, ["undo", "intent_7c3f2a74_2"]);
    expect(seen.at(-1)?.body).toEqual({ undo: `${whole}_2` });
  });

  test("is refused when several begin like that, and they are named", async () => {
    const { code, err, seen } = await cancel("01a1ec14");
    expect(code).toBe(2);
    expect(err).toContain(`2 sessions begin or end with "session_01a1ec14": ${FIRST}, ${SECOND}.`);
    expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test.each(["01a", "session_", "appr_01a1ec14-4c71", "s"])(
    "%s is too little, or of something else: it is sent as it is",
    async (given) => {
      const { seen } = await cancel(given);
      expect(seen.map(({ url }) => url)).toEqual([`/v1/sessions/${given}/cancel`]);
    },
  );

  test("a whole one costs no further question", async () => {
    const { seen } = await cancel(FIRST);
    expect(seen).toHaveLength(1);
  });

  test("an option is made whole too", async () => {
    const { seen } = await runAgainst(ROUTES, ["approvals", "list", "--session", "01a1ec14-4c"]);
    expect(seen.at(-1)?.url).toContain(`session_id=${FIRST}`);
  });
});
