import { expect, test } from "vitest";
import { offlineRequests } from "../../../bench/offline/requests.ts";
import { scoreRequest, type Verdict } from "../../../bench/offline/score.ts";

const verdicts: readonly Verdict[] = await Promise.all(offlineRequests().map(scoreRequest));
const inScope = verdicts.filter(({ request }) => request.calls.length > 0 || request.ask);
const outOfScope = verdicts.filter((verdict) => !inScope.includes(verdict));

function share(of: readonly Verdict[]): number {
  return of.filter(({ isRight }) => isRight).length / of.length;
}

test("S3: there are 400 requests, three of ten out of scope, half of them never tuned on", () => {
  expect(verdicts.length).toBeGreaterThanOrEqual(400);
  expect(outOfScope.length / verdicts.length).toBeGreaterThanOrEqual(0.3);
  const unseen = verdicts.filter(({ request }) => request.unseen);
  expect(unseen.length / verdicts.length).toBeGreaterThan(0.45);
});

test.each([true, false])("S3: nine of ten requests get the right call (unseen: %s)", (unseen) => {
  expect(share(inScope.filter(({ request }) => request.unseen === unseen))).toBeGreaterThanOrEqual(
    0.9,
  );
});

test.each([true, false])("S3: what is out of scope is left alone (unseen: %s)", (unseen) => {
  const half = outOfScope.filter(({ request }) => request.unseen === unseen);
  expect(share(half)).toBeGreaterThanOrEqual(0.95);
});

test("S3: no effect happens that was not asked for", () => {
  const wrong = verdicts.filter(({ isWrongEffect }) => isWrongEffect);
  expect(wrong.map(({ request }) => request.text)).toEqual([]);
});
