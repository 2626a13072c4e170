import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import * as make from "../../testing/fixtures.ts";
import { escapeText, unescapeText } from "./escape-text.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

describe("escapeText", () => {
  test("every text comes back, and none holds a NUL", () => {
    const text = fc.string({ unit: fc.constantFrom("\0", "\x1a", "0", "1", "a", "ü") });
    fc.assert(
      fc.property(text, (original) => {
        expect(escapeText(original)).not.toContain("\0");
        expect(unescapeText(escapeText(original))).toBe(original);
      }),
    );
  });

  test("two texts that differ are stored as two", () => {
    const text = fc.string({ unit: fc.constantFrom("\0", "\x1a", "0", "1"), maxLength: 4 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(escapeText(one) === escapeText(other)).toBe(one === other);
      }),
    );
  });

  test("the store keeps what PostgreSQL alone could not", async () => {
    const store = await openPostgresStore(await emptySchema());
    const message = make.makeMessage({ content: "a\0b\x1a0", messageId: "\0" });
    const entry = make.makeAuditEntry({ stream: "actor:\0", toolId: "a\0", data: { text: "\0" } });
    await store.journal.commit("test.nul", [
      { type: "session.add", session: make.makeSession({ title: "\0" }) },
      { type: "message.accept", message },
      { type: "audit.add", entry },
    ]);
    expect(await store.sessions.messageByCallerId(message.sessionId, "\0")).toEqual(message);
    expect((await store.sessions.get(message.sessionId))?.title).toBe("\0");
    const { items } = await store.audit.list({ limit: 1, offset: 0, toolId: "a\0" });
    expect(items[0]).toMatchObject(entry);
    expect((await store.audit.verify(() => true)).ok).toBe(true);
    await store.close();
  });
});
