import { expect, test } from "vitest";
import { createRuntime } from "../src/index.ts";
import { sourceContract } from "../src/testing/index.ts";
import { phraseExecutor, phrases } from "./own-source.ts";

sourceContract("phrases", async () => phrases);

test("X1, X8: a source and an executor of the host are all that a new kind of tool needs", async () => {
  const runtime = await createRuntime({
    sources: [phrases],
    executors: new Map([["phrase", phraseExecutor]]),
    permissions: { allow: ["ext:phrases:*"] },
  });
  await runtime.sources.refresh("phrases");
  const outcome = await runtime.invoke("ext:phrases:greet", { name: "Ada" });
  expect(outcome).toMatchObject({ state: "completed", outputs: { said: "Hello, Ada!" } });
  await runtime.close();
});
