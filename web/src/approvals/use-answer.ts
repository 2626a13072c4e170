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
import { useAdmin } from "../sign-in/admin.tsx";
import { withAdmin } from "../sign-in/with-admin.ts";

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
          level === "admin" ? await askAdmin(`“${tool_id}” needs an admin.`) : undefined;
        const send = (as?: string) => {
          if (answer.type === "deny") return denyApproval(id, answer.reason, as);
          const { remember, inputs, access } = answer;
          const options = {
            ...(remember && { remember }),
            ...(inputs !== undefined && { inputs }),
            ...(access && { access }),
          };
          return runApproval(id, options, as);
        };
        // With a changed input it may need an admin where it did not before.
        outcomes.push(await (token === undefined ? withAdmin(send, askAdmin) : send(token)));
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
