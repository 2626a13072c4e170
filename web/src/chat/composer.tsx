import { useMutation } from "@tanstack/react-query";
import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { plural } from "../base/tell-amount.ts";
import { Failure } from "../ui/failure.tsx";
import { IconButton } from "../ui/icon-button.tsx";

type ComposerProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly placeholder: string;
  /** Rejects when it was not sent; then the text stays. */
  readonly onSend: (content: string, onPending: "queue" | "withdraw") => Promise<unknown>;
  readonly onStop?: (() => void) | undefined;
  /** Puts files into the session and answers with their paths. */
  readonly onAttach?: ((files: readonly File[]) => Promise<readonly string[]>) | undefined;
  /** An approval waits: a message withdraws it, or waits behind it. */
  readonly waiting?: boolean;
};

/** Where a field does not grow by itself. */
const MOST_ROWS = 8;

export function Composer(props: ComposerProps) {
  const { field, placeholder, onSend, onStop, onAttach, waiting = false } = props;
  const [text, setText] = useState("");
  const [queue, setQueue] = useState(true);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const label = useId();
  const send = useMutation({
    mutationFn: () => onSend(withFiles(text, paths), waiting && queue ? "queue" : "withdraw"),
    onSuccess: () => {
      setText("");
      setPaths([]);
    },
  });
  const attach = useMutation({
    mutationFn: async (files: readonly File[]) => onAttach?.(files),
    onSuccess: (added) => setPaths((before) => [...before, ...(added ?? [])]),
  });
  const canSend = (text.trim() !== "" || paths.length > 0) && !send.isPending && !attach.isPending;

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) send.mutate();
  }

  const error = send.error ?? attach.error;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send.mutate();
      }}
      onDrop={(event) => {
        if (!onAttach || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        attach.mutate([...event.dataTransfer.files]);
      }}
      onDragOver={(event) => onAttach && event.preventDefault()}
    >
      {error && <Failure error={error} />}
      {waiting && text !== "" && (
        <label className="flex items-center gap-2 text-quiet text-xs">
          <input
            type="checkbox"
            className="accent-accent"
            checked={queue}
            onChange={(event) => setQueue(event.target.checked)}
          />
          Send after the waiting call is answered. Unchecked, your message withdraws it.
        </label>
      )}
      <div className="flex items-end gap-1 rounded-xl border border-edge bg-surface p-1.5 shadow-card has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
        {onAttach && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label="Files to attach"
              onChange={(event) => {
                attach.mutate([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
            <IconButton label="Attach files" onClick={() => picker.current?.click()}>
              <Paperclip size={17} aria-hidden />
            </IconButton>
          </>
        )}
        <label htmlFor={label} className="sr-only">
          Message
        </label>
        <textarea
          ref={field}
          id={label}
          rows={Math.min(MOST_ROWS, text.split("\n").length)}
          value={text}
          placeholder={placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="field-sizing-content max-h-48 min-h-8 w-full min-w-0 resize-none bg-transparent px-2 py-1 outline-none placeholder:text-quiet"
        />
        {onStop ? (
          <IconButton label="Stop this turn" className="bg-hover text-ink" onClick={onStop}>
            <Square size={14} aria-hidden className="fill-current" />
          </IconButton>
        ) : null}
        <button
          type="submit"
          disabled={!canSend}
          aria-label="Send"
          title="Send"
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent enabled:hover:bg-accent-strong disabled:opacity-40"
        >
          <ArrowUp size={17} aria-hidden />
        </button>
      </div>
      {paths.length > 0 && (
        <p className="text-quiet text-xs">
          {plural(paths.length, "file")} attached: {paths.join(", ")}
        </p>
      )}
    </form>
  );
}

function withFiles(text: string, paths: readonly string[]): string {
  if (paths.length === 0) return text;
  return `${text}\n\nAttached files: ${paths.join(", ")}`.trim();
}
