import type { Capability } from "../api/capability.ts";
import { Tag, type Tone } from "../ui/tag.tsx";

const LOOKS = {
  draft: ["neutral", "Draft"],
  available: ["low", "Available"],
  coming_soon: ["neutral", "Coming soon"],
  deprecated: ["med", "Deprecated"],
  retired: ["high", "Retired"],
} as const satisfies Record<Capability["status"], readonly [Tone, string]>;

export function StatusTag({ status }: { readonly status: Capability["status"] }) {
  const [tone, words] = LOOKS[status];
  return <Tag tone={tone}>{words}</Tag>;
}
