import { expect, test } from "vitest";
import { lastWords } from "./last-words.ts";

test.each([
  [
    "node:internal/modules/cjs/loader:1\n  throw err;\n\nError: Cannot find module '/srv/x.js'\n    at Module._load\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v24.1.0\n",
    "Error: Cannot find module '/srv/x.js'",
  ],
  [
    "Traceback (most recent call last):\n  File \"x.py\", line 1\nModuleNotFoundError: No module named 'mcp'\n",
    "ModuleNotFoundError: No module named 'mcp'",
  ],
  ["one\ntwo\nthree\nfour\n", "two three four"],
  ["", ""],
])("of %j it tells why", (log, words) => {
  expect(lastWords(log)).toBe(words);
});
