import type { SkillContract } from "../api/skill.ts";
import { plural } from "../base/tell-amount.ts";

const MODES = {
  deterministic: "Asks no model",
  hybrid: "May ask a model",
  advisor_only: "Always asks a model",
} as const satisfies Record<SkillContract["execution_mode"], string>;

const LEVELS = {
  READ: "only reads",
  SUGGEST: "suggests, and leaves the doing to you",
  IMPLEMENT: "makes changes",
  COMMIT: "makes changes, and makes them final",
} as const satisfies Record<SkillContract["autonomy_level"], string>;

const WAITS = {
  input_required: "ask you for more",
  delegating: "hand over to another skill",
  paused: "pause",
} as const satisfies Record<SkillContract["allowed_intermediate_states"][number], string>;

const KEPT = {
  none: "Nothing but where it stands",
  facts_only: "What it was given and its facts",
  full_events: "What it was given, its facts and every turn",
} as const satisfies Record<SkillContract["state_persistence"], string>;

const WRITES = {
  none: "writes no files",
  artifacts: "writes only the files that it leaves in outputs/",
  given: "writes to the files that it is given",
} as const satisfies Record<SkillContract["writes"], string>;

export function modeWords({ execution_mode }: Pick<SkillContract, "execution_mode">): string {
  return MODES[execution_mode];
}

/** In the words of its author, which no list bounds. */
export function effectsWords({ side_effects }: Pick<SkillContract, "side_effects">): string {
  const named = namedEffects(side_effects);
  return named === "" ? "No side effects" : `Side effects: ${named}`;
}

function namedEffects(effects: readonly string[]): string {
  return effects.filter((effect) => effect !== "none").join(", ");
}

export function mayAsk({
  allowed_intermediate_states,
}: Pick<SkillContract, "allowed_intermediate_states">): boolean {
  return allowed_intermediate_states.includes("input_required");
}

type Line = { readonly name: string; readonly words: string };

/** What a contract says, line by line, for those who have read no front matter. */
export function contractLines(contract: SkillContract): Line[] {
  const { retry, idempotency, required_artifacts, failure_modes, depends_on, fs_scope } = contract;
  return [
    { name: "Before it ends it may", words: waitWords(contract.allowed_intermediate_states) },
    {
      name: "Turns",
      words: `At most ${plural(contract.max_turns, "turn")}; then a person has to look at it`,
    },
    {
      name: "Time",
      words: `${plural(contract.timeout_seconds, "second")} for a turn`,
    },
    { name: "Remembered between turns", words: KEPT[contract.state_persistence] },
    { name: "What it does", words: capital(LEVELS[contract.autonomy_level]) },
    {
      name: "Effects",
      words: `${namedEffects(contract.side_effects) || "None"}; ${WRITES[contract.writes]}`,
    },
    { name: "Models", words: modeWords(contract) },
    { name: "Needs the skills", words: depends_on.join(", ") || "None" },
    {
      name: "Leaves the files",
      words: required_artifacts.map(({ name }) => name).join(", ") || "None that it promises",
    },
    {
      name: "When it fails",
      words: retry.max_retries === 0 ? "It is not tried again" : `Tried again ${times(retry)}`,
    },
    ...(failure_modes.length > 0 ? [{ name: "May fail as", words: failure_modes.join(", ") }] : []),
    ...(idempotency.required
      ? [{ name: "Asked again", words: "A run that has ended answers what it ended with" }]
      : []),
    ...(fs_scope === null ? [] : [{ name: "Files that it says it works on", words: fs_scope }]),
  ];
}

function times({ max_retries }: SkillContract["retry"]): string {
  return `at most ${plural(max_retries, "time")}`;
}

function waitWords(states: SkillContract["allowed_intermediate_states"]): string {
  const words = states.map((state) => WAITS[state]);
  if (words.length === 0) return "Nothing: it answers at once";
  const last = words.at(-1) ?? "";
  return capital(words.length === 1 ? last : `${words.slice(0, -1).join(", ")} or ${last}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
