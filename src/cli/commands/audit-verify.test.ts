import { expect, test } from "vitest";
import { runAgainst } from "../testing/run-cli.ts";
import { AUDIT_RECORD } from "../testing/samples.ts";

test("audit verify exits 1 and names the stream and the sequence of the first bad record", async () => {
  const verification = {
    ok: false,
    streams: 2,
    records: 9,
    checkpoints: 1,
    first_bad: { stream: "session_1", sequence: 4, reason: "hash differs" },
  };
  const routes = { "GET /v1/audit/verify": { body: verification } };
  const human = await runAgainst(routes, ["audit", "verify"]);
  expect(human).toMatchObject({
    code: 1,
    out: "The audit trail was changed. First at stream session_1, sequence 4: hash differs",
  });
  const json = await runAgainst(routes, ["audit", "verify", "--json"]);
  expect(json).toMatchObject({ code: 1, out: JSON.stringify(verification) });
});

test("audit tail shows the newest record last and passes its filters on", async () => {
  const items = [{ ...AUDIT_RECORD, sequence: 5 }, AUDIT_RECORD];
  const { out, seen } = await runAgainst({ "GET /v1/audit": { body: { items, total: 2 } } }, [
    ...["audit", "tail", "--session", "session_1", "--tool", "builtin:test_math:add"],
    ...["--limit", "2"],
  ]);
  expect(out.indexOf("session_1#4")).toBeLessThan(out.indexOf("session_1#5"));
  expect(seen[0]?.url).toBe(
    "/v1/audit?session_id=session_1&tool_id=builtin%3Atest_math%3Aadd&limit=2",
  );
});
