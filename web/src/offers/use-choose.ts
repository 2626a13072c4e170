import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isAsShown, type ShownQuestion } from "../../../src/base/is-as-shown.ts";
import { type AccessScope, approvalQuery, runApproval } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { type OfferOption, resumeAndWait, type Session } from "../api/session.ts";
import { useAdmin } from "../sign-in/admin.tsx";

/** What the approval of a step would show, and for how long Run opens what it asks for. */
export type ShownStep = { readonly question: ShownQuestion; readonly access?: AccessScope };

export type Choice = {
  readonly option: OfferOption;
  /** Of every step, where a person changed some. */
  readonly inputs?: readonly JsonObject[];
  /** The steps that would ask, as the card showed them when Run was pressed. */
  readonly shown: readonly ShownStep[];
};

const WAIT_MS = 30_000;

/**
 * Chooses a card. Choosing approves nothing: where a call then asks exactly what the card showed, the
 * pressed Run answers it; any other approval is shown as always.
 */
export function useChoose({ id, resume_token }: Session, onChoose: (option: OfferOption) => void) {
  const askAdmin = useAdmin();
  const queries = useQueryClient();

  /** The approval that asks what one of the steps showed; each step answers for one call. */
  async function findShown({ input_request: wanted }: Session, shown: ReadonlySet<ShownStep>) {
    for (const approvalId of shown.size > 0 ? (wanted?.approval_ids ?? []) : []) {
      const approval = await queries.fetchQuery({ ...approvalQuery(approvalId), staleTime: 0 });
      const step = [...shown].find(({ question }) => isAsShown(approval, question));
      if (step && approval.state === "pending") return { approval, step };
    }
  }

  return useMutation({
    mutationFn: async ({ option, inputs, shown }: Choice) => {
      const grave = shown.find(({ question }) => question.level === "admin");
      const token = grave && (await askAdmin(`“${grave.question.tool_id}” needs an admin.`));
      onChoose(option);
      const form = { choice: option.value, ...(inputs && { inputs: [...inputs] }) };
      let { session } = await resumeAndWait(id, { resume_token, inputs: form }, WAIT_MS);
      const left = new Set(shown);
      for (;;) {
        const found = await findShown(session, left);
        if (!found) return;
        const { approval, step } = found;
        left.delete(step);
        const options = step.access && approval.access ? { access: step.access } : {};
        const as = approval.level === "admin" ? token : undefined;
        const answered = await runApproval(approval.id, options, as, WAIT_MS);
        if (!answered.session) return;
        ({ session } = answered);
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
