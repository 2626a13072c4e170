import { expect, test } from "vitest";
import { speechActOf } from "./speech-act.ts";

test.each([
  { act: "order", texts: ["delete a", "please delete a", "can you delete a", "I want a", "a: b"] },
  {
    act: "order",
    texts: ["the time in Paris", "my calendar for tomorrow", "hey, would you do it"],
  },
  { act: "question", texts: ["what is it", "should I delete a", "if so, delete a", "did you"] },
  {
    act: "statement",
    texts: ["I deleted a", "he says delete a", "the file is gone", "my a was b"],
  },
  { act: "refusal", texts: ["don't delete a", "never do", "please do not", "a without b"] },
  { act: "explain", texts: ["how do I delete a", "how does it work", "what is a branch"] },
])("S3: what a text does is told from its form: $act", ({ act, texts }) => {
  expect(texts.map(speechActOf)).toEqual(texts.map(() => act));
});
