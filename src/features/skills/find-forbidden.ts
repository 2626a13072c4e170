import type { SkillContract } from "../../schema/skill-contract.ts";

type Said = { readonly pattern: RegExp; readonly problem: string };

const STATES: Readonly<Record<SkillContract["allowed_intermediate_states"][number], Said>> = {
  input_required: {
    pattern: /\b(?:inputRequired|input_required)\s*\(/,
    problem: "It asks for inputs",
  },
  paused: { pattern: /\bpause\s*\(/, problem: "It pauses" },
  delegating: { pattern: /\bdelegate\s*\(/, problem: "It hands over" },
};

const ASKS_MODEL = /\b(?:askModel|ask_model)\s*\(/;
const USES_KIT = /["']capstan\/skill["']|\bcapstan_skill\b/;

/**
 * What code says with the kit that its contract does not allow: a turn that ends so is blocked. Read as
 * text, like everything that is found before a run.
 */
export function findForbidden(
  text: string,
  { allowed_intermediate_states: allowed, execution_mode }: SkillContract,
): readonly string[] {
  if (!USES_KIT.test(text)) return [];
  const states = Object.entries(STATES).flatMap(([state, { pattern, problem }]) =>
    allowed.some((one) => one === state) || !pattern.test(text)
      ? []
      : [`${problem}: add "${state}" to allowed_intermediate_states in SKILL.md.`],
  );
  return execution_mode === "deterministic" && ASKS_MODEL.test(text)
    ? [...states, "It asks a model: its execution_mode in SKILL.md must be HYBRID or ADVISOR_ONLY."]
    : states;
}
