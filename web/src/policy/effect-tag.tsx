import type { Effect } from "../api/policy.ts";
import { Tag, type Tone } from "../ui/tag.tsx";

const LOOKS = {
  allow: ["low", "Runs"],
  ask: ["med", "Asks a person"],
  ask_admin: ["high", "Asks an admin"],
  deny: ["critical", "Never runs"],
} as const satisfies Record<Effect, readonly [Tone, string]>;

export function EffectTag({ effect }: { readonly effect: Effect }) {
  const [tone, words] = LOOKS[effect];
  return <Tag tone={tone}>{words}</Tag>;
}
