import { Timer } from "lucide-react";
import { cx } from "../base/cx.ts";
import { tellExact, tellLeft } from "../base/tell-time.ts";
import { useNow } from "../base/use-now.ts";

const SOON_MS = 120_000;

export function Countdown({ until }: { readonly until: string }) {
  const now = useNow("fast");
  const isSoon = Date.parse(until) - now < SOON_MS;
  return (
    <span
      title={`Expires ${tellExact(until)}`}
      className={cx(
        "inline-flex items-center gap-1 text-xs tabular-nums",
        isSoon ? "font-medium text-high" : "text-quiet",
      )}
    >
      <Timer size={13} aria-hidden />
      {tellLeft(until, now)}
    </span>
  );
}
