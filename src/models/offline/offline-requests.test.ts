import { describe, expect, test } from "vitest";
import { EVERYDAY, EVERYDAY_HOME } from "../../../bench/offline/everyday-requests.ts";
import { FIRST_CONVERSATIONS } from "../../../bench/offline/first-conversations.ts";
import { offlineRequests } from "../../../bench/offline/requests.ts";
import { scoreRequest, type Verdict } from "../../../bench/offline/score.ts";
import { scoreConversation } from "../../../bench/offline/score-conversation.ts";
import { scoreHome } from "../../../bench/offline/score-home.ts";
import { VARIED, VARIED_HOME } from "../../../bench/offline/varied-requests.ts";

type Row = { readonly said: string; readonly verdict: Verdict };

const wrong = (rows: readonly Row[]) => rows.filter(({ verdict }) => verdict === "wrong");

/** Right, or the right card among three. */
function share(rows: readonly Row[]): number {
  return (
    rows.filter(({ verdict }) => verdict === "right" || verdict === "card").length / rows.length
  );
}

describe("F60, F61, F64: requests of strangers", async () => {
  const sets: readonly (readonly [name: string, least: number, rows: readonly Row[]])[] = [
    ["of the bench, seen", 0.86, await ofBench(false)],
    ["of the bench, unseen", 0.89, await ofBench(true)],
    [
      "about a home folder",
      0.74,
      await ofHome(
        EVERYDAY.map(([, ...row]) => row),
        EVERYDAY_HOME,
      ),
    ],
    [
      "about a home folder, varied",
      0.75,
      await ofHome(
        VARIED.filter(([said]) => said),
        VARIED_HOME,
      ),
    ],
    ["of newcomers, in conversations", 0.75, await ofNewcomers()],
  ];

  test.each(sets)(
    "%s: none is answered wrong, and none has an effect unasked",
    (_, least, rows) => {
      expect(wrong(rows)).toEqual([]);
      expect(share(rows)).toBeGreaterThanOrEqual(least);
    },
  );
});

async function ofBench(unseen: boolean): Promise<Row[]> {
  const requests = offlineRequests().filter((it) => it.unseen === unseen);
  const scored = await Promise.all(requests.map(scoreRequest));
  return scored.map(({ request, verdict }) => ({ said: request.text, verdict }));
}

async function ofHome(
  rows: readonly (readonly [said: string, right: string])[],
  files: typeof EVERYDAY_HOME,
): Promise<Row[]> {
  const scored: Row[] = [];
  for (const [said, right] of rows) scored.push(await scoreHome(said, right, files));
  return scored;
}

async function ofNewcomers(): Promise<Row[]> {
  const scored: Row[] = [];
  for (const [, turns] of FIRST_CONVERSATIONS) {
    for (const { asked, verdict } of await scoreConversation(turns)) {
      scored.push({ said: asked, verdict });
    }
  }
  return scored;
}
