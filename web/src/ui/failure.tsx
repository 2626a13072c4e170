import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";

type FailureProps = { readonly error: unknown; readonly onRetry?: () => void };

/** Something that was asked for did not come: what the server said, and what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  const message = error instanceof Error ? error.message : "Something went wrong.";
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg bg-critical-soft px-3 py-2 text-critical text-sm"
    >
      <CircleAlert size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{message}</span>
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
