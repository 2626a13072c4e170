import { expect, test } from "vitest";
import { faultOf, sentencesOf } from "./sentences.ts";
import { readFiles } from "./source-files.ts";

/**
 * Sentences of comments that still have no subject, by room. A room that has fewer writes its new
 * number here; none may have more.
 */
const BUDGET: Readonly<Record<string, number>> = {
  "src/app": 36,
  "src/base": 14,
  "src/cli": 22,
  "src/engine": 58,
  "src/features/builtin": 8,
  "src/features/builtin-capability.ts": 1,
  "src/features/bundles": 21,
  "src/features/custom": 2,
  "src/features/extensions": 1,
  "src/features/hub": 32,
  "src/features/intents": 9,
  "src/features/manifest-agents": 8,
  "src/features/mcp": 43,
  "src/features/packs": 8,
  "src/features/programs": 12,
  "src/features/skills": 22,
  "src/gate": 88,
  "src/http": 11,
  "src/models": 15,
  "src/policy": 11,
  "src/sandbox": 31,
  "src/schema": 32,
  "src/stores": 38,
  "src/testing": 5,
  "web/src": 30,
};

const found = readFiles("{src,web/src}/**/*.{ts,tsx}")
  .filter(({ path }) => !/\.test\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const fault = faultOf(sentence.text);
      return fault === undefined ? [] : [{ path, fault, ...sentence }];
    }),
  );

const tell = ({ path, line, text, fault }: (typeof found)[number]) =>
  `${path}:${line}: ${fault}: ${text}`;

test("every message that people read has a subject", () => {
  expect(found.filter(({ where }) => where === "message").map(tell)).toEqual([]);
});

test("no room has more comments without a subject than before, and fewer are written down", () => {
  const comments = Map.groupBy(
    found.filter(({ where }) => where === "comment"),
    ({ path }) => roomOf(path),
  );
  const tooMany = [...comments].flatMap(([room, list]) =>
    list.length > (BUDGET[room] ?? 0) ? [`${room} has ${list.length}`, ...list.map(tell)] : [],
  );
  expect(tooMany).toEqual([]);
  const counts = [...comments].map(([room, list]) => [room, list.length] as const);
  expect(Object.fromEntries(counts)).toEqual(BUDGET);
});

test.each([
  "What is stored hides known secrets.",
  "Whoever comes with an older one gets 409.",
  "Of its bundle.",
  "Where folders lie is for those who may read them.",
  "Nobody waits for it.",
  "Somebody else is publishing.",
  "The folder is another one by now.",
])("is a fault: %s", (sentence) => expect(faultOf(sentence)).toBeDefined());

test.each([
  "Known secrets are removed before anything is stored.",
  "What is it?",
  "What a call finds: its tool.",
  "What it says that it needs, as far as a person gave it.",
  "Where a tool says so, it may run twice.",
  "Of all calls, the newest.",
  "If nobody answers, it expires.",
  "Not any more of them than ten.",
])("is no fault: %s", (sentence) => expect(faultOf(sentence)).toBeUndefined());

function roomOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("src/features/") ? 3 : 2)
    .join("/");
}
