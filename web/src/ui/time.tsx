import { tellExact, tellRelative } from "../base/tell-time.ts";
import { useNow } from "../base/use-now.ts";

export function Time({ at, className }: { readonly at: string; readonly className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={tellExact(at)} className={className}>
      {tellRelative(at, now)}
    </time>
  );
}
