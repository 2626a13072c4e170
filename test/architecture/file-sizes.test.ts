import { expect, test } from "vitest";
import { readSources } from "./source-files.ts";

const LIMIT = 400;

/** Files over the limit, each with the reason why it is one thing and not two. */
const OVER_THE_LIMIT: Record<string, string> = {
  "src/base/errors.ts": "is the table of every error code, a few lines each",
  "src/cli/commands.ts": "is the table of every command, a few lines each",
  "src/http/client/wire.ts": "is made from the route table, and nobody writes it",
};

/** The two paths that a visitor reads first. */
const SHOWPIECES = ["src/gate/invoke.ts", "src/engine/turn.ts"];

const lines = new Map(
  readSources().map(({ path, text }) => [path, text.trimEnd().split("\n").length]),
);

test.each([
  { share: 0.5, most: 80 },
  { share: 0.9, most: 200 },
])("the file at $share of all sizes has at most $most lines", ({ share, most }) => {
  const sizes = [...lines.values()].sort((a, b) => a - b);
  expect(sizes[Math.ceil(sizes.length * share) - 1]).toBeLessThanOrEqual(most);
});

test(`a file over ${LIMIT} lines has a written reason, and a reason has such a file`, () => {
  const over = [...lines].filter(([, count]) => count > LIMIT).map(([path]) => path);
  expect(over).toEqual(Object.keys(OVER_THE_LIMIT).sort());
});

test.each(SHOWPIECES)("%s reads in under 80 lines", (path) => {
  expect(lines.get(path), `${path} is not there`).toBeDefined();
  expect(lines.get(path)).toBeLessThan(80);
});
