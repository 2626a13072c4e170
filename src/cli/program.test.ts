import { afterEach, expect, test } from "vitest";
import { nameProgram, programName, typed, typedHere } from "./program.ts";

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

test("commands are told as they are typed here, in the server's texts too", () => {
  nameProgram(() => "npx capstan");
  expect(typed("tools list")).toBe("npx capstan tools list");
  expect(typedHere("Set it: capstan secrets set X")).toBe("Set it: npx capstan secrets set X");
  expect(typedHere("This is Capstan.")).toBe("This is Capstan.");
});
