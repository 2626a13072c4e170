import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MessageCircleQuestion, TriangleAlert } from "lucide-react";
import { type Resume, resumeSession, type Session } from "../api/session.ts";
import { requestedFields } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";

type WaitRegionProps = {
  readonly session: Session;
  /** Says that the question is not to be answered. */
  readonly onCancel: () => void;
};

/** What a session waits for that is not an approval: fields to fill in, or word of a lost call. */
export function WaitRegion({ session, onCancel }: WaitRegionProps) {
  const { input_request: wanted, resume_token, id } = session;
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: (answer: Omit<Resume, "resume_token">) =>
      resumeSession(id, { resume_token, ...answer }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions", "one", id] }),
  });
  if (session.state === "paused") {
    return (
      <section
        aria-label="Paused"
        className="own-region flex flex-wrap items-center gap-3 bg-surface p-4 shadow-float"
      >
        <p className="min-w-0 flex-1 text-sm">This session is paused.</p>
        {resume.error && <Failure error={resume.error} />}
        <Button look="primary" disabled={resume.isPending} onClick={() => resume.mutate({})}>
          Go on
        </Button>
      </section>
    );
  }
  if (session.state !== "input_required" || !wanted) return null;
  if (wanted.kind === "reconcile") {
    return (
      <section
        aria-label="Waiting for your answer"
        className="own-region flex flex-col gap-3 bg-surface p-4 shadow-float"
      >
        <h2 className="flex items-center gap-2 font-semibold text-sm">
          <TriangleAlert size={16} aria-hidden className="text-high" />
          What became of this call is not known
        </h2>
        <p className="text-sm">
          <Plain text={wanted.reason} /> Look whether it happened, then say so.
        </p>
        {resume.error && <Failure error={resume.error} />}
        <div className="flex flex-wrap gap-2">
          <Button disabled={resume.isPending} onClick={() => resume.mutate({ reconcile: "ran" })}>
            It happened
          </Button>
          <Button
            disabled={resume.isPending}
            onClick={() => resume.mutate({ reconcile: "not_run" })}
          >
            It did not happen
          </Button>
          <Button
            disabled={resume.isPending}
            onClick={() => resume.mutate({ reconcile: "run_again" })}
          >
            It did not: run it now
          </Button>
        </div>
      </section>
    );
  }
  const fields = requestedFields(wanted.fields ?? []);
  if (fields.length === 0) return null;
  return (
    <section
      aria-label="Waiting for your answer"
      className="own-region flex max-h-[60dvh] flex-col gap-3 overflow-y-auto bg-surface p-4 shadow-float"
    >
      <h2 className="flex items-center gap-2 font-semibold text-sm">
        <MessageCircleQuestion size={16} aria-hidden className="text-accent" />
        The agent needs to know
      </h2>
      <p className="text-sm">
        <Plain text={wanted.reason} />
      </p>
      <FieldsForm
        key={resume_token}
        fields={fields}
        submit="Answer"
        busy={resume.isPending}
        onSubmit={(inputs) => resume.mutate({ inputs })}
        onCancel={onCancel}
      >
        {resume.error && <Failure error={resume.error} />}
      </FieldsForm>
    </section>
  );
}
