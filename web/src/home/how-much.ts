import type { Profile } from "../api/session.ts";

/** How much a session asks: a profile, or that every call is a dry run. */
export type HowMuch = Profile | "planning";

const WORDS: Readonly<Record<HowMuch, string>> = {
  risk: "Ask before anything risky",
  strict: "Ask before every call",
  auto: "Ask an admin, for critical calls only",
  governed: "Ask before anything risky, after its spec is frozen",
  planning: "Dry run: change nothing",
};

/** The choices of a server that asks as `usual`; `governed` compares with no other. */
export function choicesOf(usual: Profile): readonly (readonly [HowMuch, string])[] {
  const profiles = ["risk", "strict", "auto"] as const;
  const all: HowMuch[] = [...(usual === "governed" ? [usual] : []), ...profiles, "planning"];
  return all.map((one) => [one, one === usual ? `${WORDS[one]} (default)` : WORDS[one]]);
}

/** The same of a session, to stand behind the name of its agent. */
export function howMuchOf(profile: Profile): string {
  const words = WORDS[profile];
  return words.charAt(0).toLowerCase() + words.slice(1);
}
