import { expect, test } from "vitest";
import { findHazards } from "./find-hazards.ts";

const linesOf = (text: string, language: "js" | "python") =>
  findHazards(text, language).map(({ line }) => line);

test("S15, X21: timers, threads, promises that nobody awaits and requests without a deadline are found", () => {
  const code = [
    "setTimeout(work, 10);",
    "await fetch(url, { signal });",
    "const page = await fetch(url);",
    "",
    "",
    "",
    "",
    "",
    "// setInterval(work, 10);",
    "send(url).then(done);",
  ].join("\n");
  expect(linesOf(code, "js")).toEqual([1, 3, 10]);
  const python = "requests.get(url)\n\n\n\n\n\nrequests.get(url, timeout=5)\nThread(target=f)\n";
  expect(linesOf(python, "python")).toEqual([1, 8]);
});
