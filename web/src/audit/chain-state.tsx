import { useQuery } from "@tanstack/react-query";
import { RefreshCw, ShieldCheck, ShieldX } from "lucide-react";
import { verdictQuery } from "../api/audit.ts";
import { cx } from "../base/cx.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";

/** Whether all that is recorded still is what was recorded. */
export function ChainState() {
  const { data, error, refetch, isFetching } = useQuery(verdictQuery());
  if (error) return <Failure error={error} onRetry={refetch} />;
  const Icon = data?.ok === false ? ShieldX : ShieldCheck;
  return (
    <div
      role="status"
      className={cx(
        "flex min-h-12 flex-wrap items-center gap-3 rounded-card px-4 py-2 text-sm",
        !data && "bg-sunken text-quiet",
        data?.ok === true && "bg-low-soft text-low",
        data?.ok === false && "bg-critical-soft text-critical",
      )}
    >
      <Icon size={18} aria-hidden />
      <span className="min-w-0 flex-1">
        {!data && "Checking every chain…"}
        {data?.ok &&
          `Every chain holds: ${plural(data.records, "record")} in ${plural(data.streams, "stream")}, ${plural(data.checkpoints, "signed checkpoint")}.`}
        {data?.first_bad &&
          `A chain is broken: ${data.first_bad.stream} at record ${data.first_bad.sequence}. ${data.first_bad.reason}`}
      </span>
      <Button
        small
        icon={
          <RefreshCw size={13} aria-hidden className={isFetching ? "animate-spin" : undefined} />
        }
        disabled={isFetching}
        onClick={() => refetch()}
      >
        Check again
      </Button>
    </div>
  );
}
