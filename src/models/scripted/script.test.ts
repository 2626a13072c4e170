import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readScript } from "./script.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-script-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = join(folder, "script.json");
  writeFileSync(file, text);
  return file;
}

test("a script is read from its file; an input that is left out is empty", () => {
  const file = fileWith('{"steps": [{"tool_calls": [{"name": "add"}]}, {"text": "done"}]}');
  expect(readScript(file)).toEqual({
    steps: [{ tool_calls: [{ name: "add", input: {} }] }, { text: "done" }],
  });
});

test.each([
  { what: "not JSON", text: "{", why: "JSON" },
  { what: "without steps", text: "{}", why: "steps" },
  { what: "with an unknown key", text: '{"steps": [{"txet": "typo"}]}', why: "txet" },
  { what: "with a call without a name", text: '{"steps": [{"tool_calls": [{}]}]}', why: "name" },
  {
    what: "with an unknown expectation",
    text: '{"steps": [{"expect": {"tols": []}}]}',
    why: "tols",
  },
])("a file $what is named, and what is wrong with it", ({ text, why }) => {
  const file = fileWith(text);
  expect(() => readScript(file)).toThrow(expect.objectContaining({ code: "SETTINGS_INVALID" }));
  expect(() => readScript(file)).toThrow(file);
  expect(() => readScript(file)).toThrow(why);
});

test("a file that is not there is named", () => {
  const file = join(folder, "missing.json");
  expect(() => readScript(file)).toThrow(
    expect.objectContaining({ code: "SETTINGS_INVALID", message: expect.stringContaining(file) }),
  );
});
