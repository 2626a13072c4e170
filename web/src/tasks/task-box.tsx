import { useMutation } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { type Intent, sayTask } from "../api/intent.ts";
import { newId } from "../base/new-id.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";

type TaskBoxProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly button: string;
  /** The session to go on with; a new one without it. */
  readonly sessionId?: string;
  readonly onSaid: (intent: Intent) => void;
};

/** Where a task is said in words. */
export function TaskBox({ label, placeholder, button, sessionId, onSaid }: TaskBoxProps) {
  const id = useId();
  const [text, setText] = useState("");
  const say = useMutation({
    mutationFn: () =>
      sayTask({ text, message_id: newId(), ...(sessionId && { session_id: sessionId }) }),
    onSuccess: (intent) => {
      setText("");
      onSaid(intent);
    },
  });
  const canSay = text.trim() !== "" && !say.isPending;

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSay) say.mutate();
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSay) say.mutate();
      }}
    >
      {say.error && <Failure error={say.error} />}
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          id={id}
          rows={1}
          maxLength={100_000}
          value={text}
          placeholder={placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="field field-sizing-content max-h-48 min-h-9 w-full min-w-0 resize-none py-1.5"
        />
        <Button
          type="submit"
          look="primary"
          disabled={!canSay}
          icon={<ListChecks size={15} aria-hidden />}
        >
          {button}
        </Button>
      </div>
    </form>
  );
}
