import { expect, test } from "vitest";
import { SkillContract } from "../../schema/skill-contract.ts";
import { findForbidden } from "./find-forbidden.ts";

const contract = (states: string[], mode: string) =>
  SkillContract.partial().parse({
    allowed_intermediate_states: states,
    execution_mode: mode,
  }) as SkillContract;

const CODE = `import { askModel, delegate, pause } from "capstan/skill";
export const run = (ctx) => (ctx.inputs.x ? pause("later") : delegate("other"));
export const ask = (ctx) => askModel(ctx, "?");`;

test("S47, S57: states and models that the contract does not allow are found before a run", () => {
  const told = findForbidden(CODE, contract(["delegating"], "deterministic"));
  expect(told).toEqual([
    'It pauses: add "paused" to allowed_intermediate_states in SKILL.md.',
    "It asks a model: its execution_mode in SKILL.md must be HYBRID or ADVISOR_ONLY.",
  ]);
  expect(findForbidden(CODE, contract(["delegating", "paused"], "hybrid"))).toEqual([]);
  const python = "from capstan_skill import input_required\ninput_required(['a'])";
  expect(findForbidden(python, contract([], "hybrid"))).toHaveLength(1);
  // A function of its own that has such a name.
  expect(findForbidden("function pause() {}\npause();", contract([], "hybrid"))).toEqual([]);
});
