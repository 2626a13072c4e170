import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type Answered,
  type Approval,
  denyApproval,
  type Remember,
  runApproval,
} from "../api/approval.ts";
import { useAdmin } from "../sign-in/admin.tsx";

type Answer = {
  readonly type: "run" | "deny";
  readonly approvals: readonly Approval[];
  readonly remember?: Remember;
};

/** Answers one approval or several, in order; asks for the admin where one is needed. */
export function useAnswer(onAnswered?: (answered: readonly Answered[]) => void) {
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, approvals, remember }: Answer) => {
      const outcomes: Answered[] = [];
      for (const { id, level, tool_id } of approvals) {
        const token =
          level === "admin" ? await askAdmin(`“${tool_id}” needs the admin’s say.`) : undefined;
        const answered = await (type === "run"
          ? runApproval(id, remember, token)
          : denyApproval(id, token));
        outcomes.push(answered);
      }
      return outcomes;
    },
    // Here, and not with the call: who answered may be gone from the page by then.
    onSuccess: (answered) => onAnswered?.(answered),
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["approvals"] }),
        queries.invalidateQueries({ queryKey: ["sessions"] }),
        queries.invalidateQueries({ queryKey: ["grants"] }),
      ]);
    },
  });
}
