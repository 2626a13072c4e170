import { useMutation } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { answerTool, type Outcome } from "../api/tool.ts";
import { requestedFields } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";

type AskedFieldsProps = {
  readonly toolId: string;
  readonly outcome: Outcome;
  readonly onAnswered: (outcome: Outcome) => void;
};

/** Whether a call outside a session waits for what a person enters. */
export function asksFields({ input_request: request, resume_token: token }: Outcome): boolean {
  return request?.kind === "fields" && token !== undefined;
}

/** What a running call asks, and its answer: the call goes on where it runs. */
export function AskedFields({ toolId, outcome, onAnswered }: AskedFieldsProps) {
  const { input_request: request, resume_token: token = "" } = outcome;
  const answer = useMutation({
    mutationFn: (inputs: Parameters<typeof answerTool>[2]) => answerTool(toolId, token, inputs),
    onSuccess: onAnswered,
  });
  return (
    <section
      aria-label="The call asks"
      className="flex flex-col gap-3 rounded-lg border bg-paper p-3"
    >
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <MessageCircleQuestion size={16} aria-hidden className="text-accent" />
        The call waits for an answer
      </h3>
      <p className="text-sm [overflow-wrap:anywhere]">
        <Plain text={request?.reason ?? ""} />
      </p>
      <FieldsForm
        key={token}
        fields={requestedFields(request?.fields ?? [])}
        submit={answer.isPending ? "Running…" : "Answer"}
        busy={answer.isPending}
        onSubmit={(inputs) => answer.mutate(inputs)}
        onCancel={() => answer.mutate(null)}
        cancel="Decline"
      >
        {answer.error && <Failure error={answer.error} />}
      </FieldsForm>
    </section>
  );
}
