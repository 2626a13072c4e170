import { expect, test } from "vitest";
import { ASSISTANT_MESSAGE, SESSION } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

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

test("P13: sessions show says which packs are attached, and what of them a model does not see", async () => {
  const pack = { id: "csv-profile", name: "csv-profile", has_tools_json: true };
  const packs = [{ ...pack, tools_enabled: true, changed: true }];
  const warning = "Descriptions of packs are left out: too long.";
  const { out } = await runAgainst(
    {
      "GET /v1/sessions/session_1": { body: { ...SESSION, packs } },
      "GET /v1/sessions/session_1/messages": { body: { items: [], total: 0 } },
      "GET /v1/sessions/session_1/packs": {
        body: { items: packs, total: 1, warnings: [warning], shortened: "left_out" },
      },
    },
    ["sessions", "show", "session_1"],
  );
  expect(out).toContain("csv-profile, tools enabled, changed since it was attached");
  expect(out).toContain(warning);
});
