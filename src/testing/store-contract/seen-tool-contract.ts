import { describe, expect, test } from "vitest";
import type { Store } from "../../stores/store.ts";

const seen = {
  toolId: "mcp:files:read",
  firstDigest: "sha256:a",
  digest: "sha256:a",
  firstSeenAt: "2026-01-01T00:00:00.000Z",
  changedAt: null,
  says: { description: "Reads." },
  said: null,
};

export function seenToolContract(open: () => Promise<Store>): void {
  describe("seen tools", () => {
    test("are listed by id, each as it was seen last", async () => {
      const store = await open();
      expect(await store.seenTools.list()).toEqual([]);
      const other = { ...seen, toolId: "builtin:noop:x" };
      const changed = { ...seen, digest: "sha256:b", changedAt: "2026-01-02T00:00:00.000Z" };
      await store.journal.commit("test.seen", [
        { type: "tool.seen", tool: seen, expect: null },
        { type: "tool.seen", tool: other, expect: null },
      ]);
      await store.journal.commit("test.seen", [
        { type: "tool.seen", tool: changed, expect: seen.digest },
      ]);
      expect(await store.seenTools.list()).toEqual([other, changed]);
    });

    test("A99: are a conflict when another process has seen the change before", async () => {
      const store = await open();
      const put = (digest: string, expected: string | null) =>
        store.journal.commit("test.seen", [
          { type: "tool.seen", tool: { ...seen, digest }, expect: expected },
        ]);
      await put("sha256:a", null);
      await expect(put("sha256:a", null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await put("sha256:b", "sha256:a");
      await expect(put("sha256:b", "sha256:a")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
