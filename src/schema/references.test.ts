import { expect, test } from "vitest";
import { resolveReferences } from "./references.ts";

test("a line of its own stands behind what was read, with one break between", () => {
  const value = { $join: [{ $from: "s1", path: "/text" }, "\nbye"] };
  const made = (text: string) => resolveReferences(value, () => ({ text }));
  expect(["hi", "hi\n", ""].map(made)).toEqual(["hi\nbye", "hi\nbye", "bye"]);
});
