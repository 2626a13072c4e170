import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

export type Tone = "neutral" | "accent" | "low" | "med" | "high" | "critical";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken text-quiet",
  accent: "bg-accent-soft text-accent",
  low: "bg-low-soft text-low",
  med: "bg-med-soft text-med",
  high: "bg-high-soft text-high",
  critical: "bg-critical-soft text-critical",
};

type TagProps = {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
};

export function Tag({ tone = "neutral", icon, title, children }: TagProps) {
  return (
    <span
      title={title}
      className={cx(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-md px-1.5 font-medium text-xs whitespace-nowrap",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
