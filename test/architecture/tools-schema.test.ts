import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolsSchema } from "../../docs/tools-schema.ts";
import { createValidator } from "../../src/schema/json-schema/create-validator.ts";
import { ROOT } from "./source-files.ts";

const page = () => readFileSync(join(ROOT, "docs/schemas/tools.schema.json"), "utf8");

test("docs/schemas/tools.schema.json says what is taken; `npm run docs` writes it", () => {
  expect(page()).toBe(toolsSchema());
});

test("P23: an editor that has it takes a good tools.json, and marks a bad one", () => {
  const validate = createValidator(JSON.parse(page()), { first: false });
  const exec = { command: "node", args: ["{{pack_root}}/a.mjs"] };
  const tool = { name: "a", description: "A.", inputSchema: { type: "object" }, exec };
  expect(validate({ tools: [tool] }).valid).toBe(true);
  expect(validate({ tools: [{ ...tool, exec: { args: [] } }] }).valid).toBe(false);
  expect(validate({ tools: [{ ...tool, exec: { ...exec, shell: true } }] }).valid).toBe(false);
});
