import { Octagon, ShieldCheck, ShieldHalf, TriangleAlert } from "lucide-react";
import type { RiskLevel } from "../api/tool.ts";
import { Tag, type Tone } from "./tag.tsx";

const LOOKS = {
  LOW: { tone: "low", words: "Low risk", Icon: ShieldCheck },
  MED: { tone: "med", words: "Medium risk", Icon: ShieldHalf },
  HIGH: { tone: "high", words: "High risk", Icon: TriangleAlert },
  CRITICAL: { tone: "critical", words: "Critical risk", Icon: Octagon },
} as const satisfies Record<RiskLevel, { tone: Tone; words: string; Icon: typeof Octagon }>;

/** Colour, shape and words: each of them says it alone. */
export function RiskTag({ level }: { readonly level: RiskLevel }) {
  const { tone, words, Icon } = LOOKS[level];
  return (
    <Tag tone={tone} icon={<Icon size={13} aria-hidden />}>
      {words}
    </Tag>
  );
}
