import { expect, test } from "vitest";
import { isAsShown } from "./is-as-shown.ts";

const shown = {
  tool_id: "agent:file_agent:delete_file",
  inputs: { path: "/home/ada/a.txt", force: false },
  level: "user",
  reason: "Deleting a file needs approval.",
  access: { paths: [{ root: "/home/ada", verbs: ["write"] }], hosts: [] },
  preview: { files: 1, bytes: 12 },
};

test("F64: an approval that asks what was shown is answered by the same Run, whatever the order of keys", () => {
  const { inputs, ...rest } = shown;
  expect(isAsShown(shown, shown)).toBe(true);
  expect(isAsShown({ inputs: { force: inputs.force, path: inputs.path }, ...rest }, shown)).toBe(
    true,
  );
  const { access: _access, preview: _preview, ...bare } = shown;
  expect(isAsShown({ ...bare, changed: [] }, bare)).toBe(true);
});

test.each([
  { what: "tool", tool_id: "agent:file_agent:move_file" },
  { what: "input", inputs: { path: "/home/ada/b.txt", force: false } },
  { what: "input with one more field", inputs: { ...shown.inputs, recursive: true } },
  { what: "type of an input", inputs: { path: "/home/ada/a.txt", force: "false" } },
  { what: "level", level: "admin" },
  { what: "reason", reason: "Deleting a file needs an admin." },
  { what: "access", access: { ...shown.access, hosts: ["example.com"] } },
  { what: "access, which was not shown at all", access: undefined },
  { what: "preview", preview: { files: 2, bytes: 12 } },
  { what: "definition since it was last asked", changed: ["definition"] },
  { what: "input, by a hook", rewritten: { by: ["hook"], inputs: shown.inputs } },
  { what: "input, in an answer", edited: { by: "ada", inputs: shown.inputs } },
  { what: "tool since it was first met", drift: { parts: [] } },
])("F64: an approval with another $what is asked about by itself", ({ what: _what, ...other }) => {
  expect(isAsShown({ ...shown, ...other }, shown)).toBe(false);
});
