import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { type Context, cancelContext } from "../api/skill.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { forgetContexts } from "./forget-contexts.ts";

/** Ends the run as it is shown: one that has moved on meanwhile is shown again, and not ended. */
export function CancelRun({ context }: { readonly context: Context }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelContext(context.id, context.resume_token),
    onSettled: () => forgetContexts(queries),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      {cancel.error && <Failure error={cancel.error} />}
      <ConfirmButton
        icon={<CircleStop size={14} aria-hidden />}
        disabled={cancel.isPending}
        confirm="Really cancel it?"
        onConfirm={() => cancel.mutate()}
      >
        Cancel this run
      </ConfirmButton>
    </div>
  );
}
