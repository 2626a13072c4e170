import { expect, test } from "vitest";
import { runAgainst } from "../testing/run-cli.ts";
import { ASSISTANT_MESSAGE, SESSION } from "../testing/samples.ts";

test("sessions show reads the latest messages of a long session", async () => {
  const messages = { items: [ASSISTANT_MESSAGE], total: 120 };
  const { out, seen } = await runAgainst(
    {
      "GET /v1/sessions/session_1": { body: SESSION },
      "GET /v1/sessions/session_1/messages": { body: messages },
    },
    ["sessions", "show", "session_1"],
  );
  expect(seen.at(-1)?.url).toBe("/v1/sessions/session_1/messages?limit=50&offset=70");
  expect(out).toContain("119 earlier messages are not shown.");
});
