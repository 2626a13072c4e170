import { expect, test } from "vitest";
import { readEntry } from "./capability-entry.ts";

test.each([
  ["web_fetch", "web_fetch", null],
  ["web_fetch@^1.2", "web_fetch", "^1.2"],
  ["web_fetch@1.x || >=3.0.0 <4", "web_fetch", "1.x || >=3.0.0 <4"],
  ["web_fetch@*", "web_fetch", "*"],
  ["mcp:disk@~2.0.0-beta.1", "mcp:disk", "~2.0.0-beta.1"],
  ["mcp:@scope/server", "mcp:@scope/server", null],
  ["mcp:@scope/server@2", "mcp:@scope/server", "2"],
  ["mcp:@x", "mcp:@x", null],
  ["mcp:me@work/server", "mcp:me@work/server", null],
  ["@scope/server", "@scope/server", null],
  ["@1", "@1", null],
  ["web_fetch@", "web_fetch@", null],
  ["web_fetch@nonsense", "web_fetch", "nonsense"],
])("E69, X25: %s is %s in %s", (text, id, range) => {
  expect(readEntry(text)).toEqual({ id, range, config: undefined, aliases: {} });
  expect(readEntry({ id: text, config: { a: 1 }, aliases: { read: "open" } })).toEqual({
    id,
    range,
    config: { a: 1 },
    aliases: { read: "open" },
  });
});
