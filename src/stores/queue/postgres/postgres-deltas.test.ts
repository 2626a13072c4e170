import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../../../rig/shared-postgres.ts";
import type { Delta, ProgressDelta } from "../deltas.ts";
import { openLink } from "./link.ts";
import { createPostgresDeltas } from "./postgres-deltas.ts";

async function openTwo() {
  const url = await emptySchema();
  const links = [openLink(url), openLink(url)];
  onTestFinished(async () => void (await Promise.all(links.map((link) => link.close()))));
  return links.map((link) => createPostgresDeltas(link));
}

async function eventually(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; Date.now() < end; ) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("It did not come true within 5 s.");
}

describe("what a model writes in one process", () => {
  test("reaches those who look on at another, in order, and those here once", async () => {
    const [here, there] = await openTwo();
    const progress: string[] = [];
    const heard: Record<string, string> = { here: "", there: "", other: "" };
    const hear = (who: string) => (delta: Delta | ProgressDelta) => {
      if ("text" in delta) heard[who] += delta.text;
      else progress.push(`${who} ${delta.progress.done}`);
    };
    here?.listen("session_1", hear("here"));
    there?.listen("session_1", hear("there"));
    there?.listen("session_2", hear("other"));
    // Until the other has begun to listen, pieces may be lost.
    await eventually(() => {
      here?.tell({ sessionId: "session_1", turn: 1, text: "." });
      return heard.there !== "";
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    heard.here = "";
    heard.there = "";
    const text = "Grüße 😀".repeat(700);
    for (const piece of text.match(/.{1,97}/gsu) ?? []) {
      here?.tell({ sessionId: "session_1", turn: 1, text: piece });
    }
    expect(heard.here).toBe(text);
    await eventually(() => (heard.there?.length ?? 0) >= text.length);
    expect(heard.there).toBe(text);
    expect(heard.other).toBe("");
    const done = { invocationId: "inv_1", toolId: "builtin:a:b", done: 7 };
    here?.tell({ sessionId: "session_1", turn: 1, progress: done });
    await eventually(() => progress.length === 2);
    expect(progress).toEqual(["here 7", "there 7"]);
  });
});
