import { afterEach, expect, test } from "vitest";
import { nameProgram, programName, typed } from "./program.ts";
import { saidHere } from "./said-here.ts";

afterEach(() => nameProgram(() => "capstan"));

const USUAL = { env: {}, script: "/p/bin/capstan.mjs", folder: "/p", checkout: undefined };

test.each([
  ["a checkout", { checkout: "/p" }, "npm run -s capstan --"],
  ["a folder of a checkout", { checkout: "/p", folder: "/p/docs" }, "npm run -s capstan --"],
  ["elsewhere", { checkout: "/p", folder: "/q" }, "node /p/bin/capstan.mjs"],
  ["npx", { env: { npm_command: "exec", PATH: "/p/bin" } }, "npx capstan"],
  ["an npm script", { env: { npm_command: "run-script" } }, "npx capstan"],
  ["a global installation", { env: { PATH: "/bin:/p/bin" } }, "capstan"],
  ["a project's own folder", { env: { PATH: "/bin" } }, "npx capstan"],
])("in %s a command begins with what works there", (_, changed, name) => {
  expect(programName({ ...USUAL, ...changed })).toBe(name);
});

test("commands are told as they are typed here", () => {
  nameProgram(() => "npx capstan");
  expect(typed("tools list")).toBe("npx capstan tools list");
});

test.each([
  ["Set it: capstan secrets set X", "Set it: npx capstan secrets set X"],
  ["List them with GET /v1/tools.", "List them with npx capstan tools list."],
  [
    "Change it with PATCH /v1/capabilities/ext:a.",
    "Change it with npx capstan capabilities add <file>.",
  ],
  ["/a is a folder. Add ?list to list it.", "/a is a folder: see npx capstan files list."],
  ["This is Capstan.", "This is Capstan."],
])("what the server says of its routes is said of commands: %s", (text, said) => {
  nameProgram(() => "npx capstan");
  expect(saidHere(text)).toBe(said);
});
