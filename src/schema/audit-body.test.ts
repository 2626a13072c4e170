import { expect, test } from "vitest";
import { auditBody } from "./audit-body.ts";
import type { AuditEntry } from "./audit-record.ts";

const entry: AuditEntry = {
  id: "aud_01980000-0000-7000-8000-000000000001",
  stream: "session_1",
  ts: "2026-01-01T00:00:00.000Z",
  type: "invocation.ended",
  actor: "owner",
  sessionId: "session_1",
  invocationId: "inv_1",
  toolId: "builtin:test_math:add",
  data: { state: "completed", duration_ms: 1.5, side_effects: ["fs.write"], error_code: null },
};

// Its hash is in every database that was ever written: a red test here means that old audit trails
// no longer verify. Put the code right, not the text.
test("the stored text of an audit entry is this, to the letter", () => {
  expect(auditBody(entry)).toBe(
    '{"actor":"owner","data":{"duration_ms":1.5,"error_code":null,"side_effects":["fs.write"],' +
      '"state":"completed"},"id":"aud_01980000-0000-7000-8000-000000000001","invocation_id":"inv_1",' +
      '"session_id":"session_1","tool_id":"builtin:test_math:add","ts":"2026-01-01T00:00:00.000Z",' +
      '"type":"invocation.ended"}',
  );
});

test("what has no session, call or tool says null", () => {
  const bare = { ...entry, sessionId: null, invocationId: null, toolId: null, data: {} };
  expect(auditBody(bare)).toBe(
    '{"actor":"owner","data":{},"id":"aud_01980000-0000-7000-8000-000000000001",' +
      '"invocation_id":null,"session_id":null,"tool_id":null,"ts":"2026-01-01T00:00:00.000Z",' +
      '"type":"invocation.ended"}',
  );
});

test("it does not hold the stream: that is where the record stands, not what it says", () => {
  expect(auditBody({ ...entry, stream: "elsewhere" })).toBe(auditBody(entry));
});
