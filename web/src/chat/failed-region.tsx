import { CircleStop, TriangleAlert } from "lucide-react";
import type { Session } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Plain } from "../ui/plain.tsx";

type FailedRegionProps = {
  readonly session: Session;
  /** Sends the last message once more; left out where there is none. */
  readonly onRetry: (() => void) | undefined;
};

/** Why the last turn ended without an answer. Who stopped it themselves is only told so. */
export function FailedRegion({ session: { error }, onRetry }: FailedRegionProps) {
  if (!error) return null;
  const isStopped = error.code === "CANCELLED";
  const Icon = isStopped ? CircleStop : TriangleAlert;
  return (
    <section
      aria-label={isStopped ? "This turn was cancelled" : "This turn failed"}
      className="own-region flex flex-wrap items-center gap-3 bg-surface p-4 shadow-float"
    >
      <Icon size={16} aria-hidden className={isStopped ? "text-quiet" : "text-high"} />
      <p className="min-w-0 flex-1 text-sm">
        <Plain text={error.message} />
      </p>
      {onRetry && (
        <Button look={isStopped ? "plain" : "primary"} onClick={onRetry}>
          Retry
        </Button>
      )}
    </section>
  );
}
