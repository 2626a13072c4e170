import { expect, test } from "vitest";
import { runAgainst } from "./testing/run-cli.ts";

const message = `No tool "builtin:nowhere:nothing". Look for one that does the same, or type "capstan tools list --search nothing" to see all of them.`;
const routes = { "GET /v1/tools/x": { status: 404, body: { code: "TOOL_NOT_FOUND", message } } };

test.each([60, 80, 120])(
  "F72: an error fits a terminal of %d columns, and its command is whole",
  async (width) => {
    const { err } = await runAgainst(routes, ["tools", "show", "x"], { isTty: true, width });
    const lines = err.split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    expect(lines.join("\n")).toContain("capstan tools list --search nothing");
    expect(lines.map((line) => line.trim()).join(" ")).toContain(message);
  },
);

test("F72: an error for a pipe is one line", async () => {
  const { err } = await runAgainst(routes, ["tools", "show", "x"]);
  expect(err).toBe(`capstan: ${message} [TOOL_NOT_FOUND]`);
});
