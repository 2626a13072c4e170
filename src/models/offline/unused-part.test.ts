import { afterAll, expect, test } from "vitest";
import { EVERYDAY, EVERYDAY_HOME } from "../../../bench/offline/everyday-requests.ts";
import { openHome } from "../../../bench/offline/home-agent.ts";
import { IS_LONG } from "../../../test/runs.ts";
import type { ModelPlan } from "../model.ts";

const home = openHome(EVERYDAY_HOME, ["Downloads", "Documents", "Pictures", "Desktop"]);
afterAll(() => home.remove());

/** Each of these would change what is meant by whatever stands before it. */
const QUALIFIERS = [
  "except the oldest",
  "but not the pdf",
  "only if it is large",
  "unless it is old",
  "without the first page",
  "and from Pictures",
  "in kilobytes",
  "after lunch",
  "twice",
  "tomorrow",
  "every day",
  "instead of Desktop",
];

function told(plan: ModelPlan): string {
  return JSON.stringify("steps" in plan ? plan.steps.map((it) => [it.name, it.input]) : plan);
}

test("S3: a part that may change what is meant changes the plan, or is asked about", async () => {
  const silent: string[] = [];
  const every = IS_LONG ? 1 : 16;
  let asked = 0;
  for (const [at, [, said, right]] of EVERYDAY.entries()) {
    if (at % every !== 0 || said.includes("|") || /^[?~]/.test(right)) continue;
    const plain = told(await home.planSeen(said));
    for (const [nth, qualifier] of QUALIFIERS.entries()) {
      if (!IS_LONG && nth % 3 !== asked % 3) continue;
      const text = `${said.replace(/[\s.!?]*$/, "")} ${qualifier}`;
      if (told(await home.planSeen(text)) === plain) silent.push(text);
    }
    asked += 1;
  }
  expect(asked).toBeGreaterThan(3);
  expect(silent).toEqual([]);
}, 200_000);

test.each([
  ["how many folders are in Documents twice", "twice"],
  ["how big is the file photos.zip in kilobytes", "in kilobytes"],
])("S3: %s: says what it could not place", async (text, part) => {
  expect(await home.planSeen(text)).toMatchObject({
    text: expect.stringContaining(`I do not know what "${part}" changes here, so I did nothing.`),
  });
});

test.each([
  "delete all zip files in Downloads older than a year",
  "get rid of the movie trailer, I don't need it anymore",
  "delete the newest screenshot if you can",
])("S3: %s: what is understood, or is only said around it, is left alone", async (text) => {
  expect(await home.planSeen(text)).toHaveProperty("steps");
});
