import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isAsShown, type ShownQuestion } from "../../../src/base/is-as-shown.ts";
import { type AccessScope, approvalQuery, runApproval } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { type OfferOption, resumeAndWait, type Session } from "../api/session.ts";
import { useAdmin } from "../sign-in/admin.tsx";

export type Choice = {
  readonly option: OfferOption;
  /** Of every step, where a person changed some. */
  readonly inputs?: readonly JsonObject[];
  /** What Run was pressed for, where the call would ask. */
  readonly shown?: ShownQuestion;
  readonly access?: AccessScope;
};

const WAIT_MS = 30_000;

/**
 * Chooses a card. Choosing approves nothing: where a call then asks exactly what the card showed, the
 * pressed Run answers it; any other approval is shown as always.
 */
export function useChoose({ id, resume_token }: Session, onChoose: (option: OfferOption) => void) {
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ option, inputs, shown, access }: Choice) => {
      const token =
        shown?.level === "admin"
          ? await askAdmin(`“${shown.tool_id}” needs an admin to run.`)
          : undefined;
      onChoose(option);
      const form = { choice: option.value, ...(inputs && { inputs: [...inputs] }) };
      const { session } = await resumeAndWait(id, { resume_token, inputs: form }, WAIT_MS);
      const asked = shown ? (session.input_request?.approval_ids ?? []) : [];
      for (const approvalId of asked) {
        const approval = await queries.fetchQuery({ ...approvalQuery(approvalId), staleTime: 0 });
        if (!shown || approval.state !== "pending" || !isAsShown(approval, shown)) continue;
        return runApproval(approvalId, access && approval.access ? { access } : {}, token);
      }
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["messages", id] }),
        queries.invalidateQueries({ queryKey: ["approvals"] }),
        queries.invalidateQueries({ queryKey: ["sessions"] }),
        queries.invalidateQueries({ queryKey: ["access"] }),
      ]),
  });
}
