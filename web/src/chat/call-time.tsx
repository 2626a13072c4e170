import { tellDuration } from "../base/tell-time.ts";
import { useNow } from "../base/use-now.ts";
import type { CallProgress } from "./call-progress.ts";

/** How long a call took, or takes so far. */
export function CallTime({ progress }: { readonly progress: CallProgress | undefined }) {
  if (!progress?.startedAt) return null;
  const started = Date.parse(progress.startedAt);
  if (!progress.endedAt) return <Running since={started} />;
  return <Took ms={Date.parse(progress.endedAt) - started} />;
}

function Running({ since }: { readonly since: number }) {
  const now = useNow("fast");
  return <Took ms={Math.max(0, now - since)} />;
}

function Took({ ms }: { readonly ms: number }) {
  return <span className="text-quiet text-xs tabular-nums">{tellDuration(ms)}</span>;
}
