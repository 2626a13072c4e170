import { expect, test } from "vitest";
import { type Cedar, openCedar } from "./cedar.ts";

const request = {
  principal: { type: "User", id: "alice" },
  action: { type: "Action", id: "invoke" },
  resource: { type: "Tool", id: "x" },
  context: {},
  entities: [],
};

/** Which of these policies decide. */
function deciding(cedar: Cedar, policies: Record<string, string>): readonly string[] {
  const answer = cedar.authorize(policies, request);
  return answer.type === "success" ? answer.response.diagnostics.reason : [answer.type];
}

const permit = (id: string) => ({ [id]: "permit (principal, action, resource);" });

test("more sets than are kept parsed answer each for itself", () => {
  const cedar = openCedar();
  const sets = Array.from({ length: 600 }, (_, n) => ({ id: `p${n}`, policies: permit(`p${n}`) }));
  for (const round of [sets, sets.toReversed(), sets]) {
    for (const { id, policies } of round) expect(deciding(cedar, policies)).toEqual([id]);
  }
});

test("a set that does not parse answers with a failure, and costs no other its place", () => {
  const cedar = openCedar();
  const good = permit("good");
  expect(deciding(cedar, good)).toEqual(["good"]);
  for (let n = 0; n < 300; n++) expect(deciding(cedar, { bad: "permit" })).toEqual(["failure"]);
  const others = Array.from({ length: 300 }, (_, n) => permit(`p${n}`));
  for (const other of others) expect(deciding(cedar, other)).toEqual(Object.keys(other));
  expect(deciding(cedar, good)).toEqual(["good"]);
});

test("A114: after what breaks the evaluator for good, the next question has an answer", () => {
  const cedar = openCedar();
  const good = permit("good");
  expect(deciding(cedar, good)).toEqual(["good"]);
  const deep = Array(2_000).fill('resource == Tool::"y"').join(" || ");
  const breaking = { deep: `permit (principal, action, resource) when { ${deep} };` };
  expect(deciding(cedar, breaking)).toEqual(["failure"]);
  expect(deciding(cedar, good)).toEqual(["good"]);
});

test("one that broke breaks no other", () => {
  const [one, other] = [openCedar(), openCedar()];
  expect(
    one.parse(`permit (principal, action, resource) when { ${"(".repeat(5_000)} };`),
  ).toMatchObject({
    type: "failure",
  });
  expect(deciding(other, permit("good"))).toEqual(["good"]);
});
