import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AccessScope,
  type Answered,
  type Approval,
  denyApproval,
  type Remember,
  runApproval,
} from "../api/approval.ts";
import type { Json } from "../api/json.ts";
import { ProblemError } from "../api/problem-error.ts";
import { useAdmin } from "../sign-in/admin.tsx";

type Answer =
  | {
      readonly type: "run";
      readonly approvals: readonly Approval[];
      readonly remember?: Remember;
      readonly inputs?: Json;
      readonly access?: AccessScope;
    }
  | { readonly type: "deny"; readonly approvals: readonly Approval[]; readonly reason: string };

/** Answers one approval or several, in order; asks for the admin where one is needed. */
export function useAnswer(onAnswered?: (answered: readonly Answered[]) => void) {
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (answer: Answer) => {
      const outcomes: Answered[] = [];
      for (const { id, level, tool_id } of answer.approvals) {
        const token =
          level === "admin" ? await askAdmin(`“${tool_id}” needs the admin’s say.`) : undefined;
        const send = (as: string | undefined) => {
          if (answer.type === "deny") return denyApproval(id, answer.reason, as);
          const { remember, inputs, access } = answer;
          const options = {
            ...(remember && { remember }),
            ...(inputs !== undefined && { inputs }),
            ...(access && { access }),
          };
          return runApproval(id, options, as);
        };
        const answered = await send(token).catch(async (error: unknown) => {
          // Only with the changed input does it need an admin.
          if (token !== undefined || !isAdminMissing(error)) throw error;
          return send(await askAdmin(error.message));
        });
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
        queries.invalidateQueries({ queryKey: ["access"] }),
      ]);
    },
  });
}

function isAdminMissing(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.code === "SCOPE_MISSING";
}
