import { useMutation } from "@tanstack/react-query";
import { ArrowUp, Paperclip, Square } from "lucide-react";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "../base/cx.ts";
import { PackChips } from "../packs/pack-chips.tsx";
import type { PackChoice } from "../packs/pack-choice.ts";
import { PackPicker } from "../packs/pack-picker.tsx";
import { Failure } from "../ui/failure.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import type { Draft } from "./draft.ts";
import { DraftFiles } from "./draft-files.tsx";
import { useFileDrop } from "./use-file-drop.ts";

type ComposerProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly placeholder: string;
  readonly packs: PackChoice;
  /** Rejects when it was not sent; then the text and the files stay. */
  readonly onSend: (draft: Draft, onPending: "queue" | "withdraw") => Promise<unknown>;
  readonly onStop?: (() => void) | undefined;
  /** An approval waits: a message withdraws it, or waits behind it. */
  readonly waiting?: boolean;
  /** Something to say that was clicked: it takes the place of what is written. */
  readonly example?: Draft | null;
};

/** Where a field does not grow by itself. */
const MOST_ROWS = 8;
const NO_FILES: readonly File[] = [];

export function Composer(props: ComposerProps) {
  const { field, placeholder, packs, onSend, onStop, waiting = false, example = null } = props;
  const [text, setText] = useState("");
  const [queue, setQueue] = useState(true);
  const [files, setFiles] = useState(NO_FILES);
  const picker = useRef<HTMLInputElement>(null);
  const label = useId();
  const send = useMutation({
    mutationFn: (sent: Draft) => onSend(sent, waiting && queue ? "queue" : "withdraw"),
    onSuccess: (_, sent) => {
      // Text that was written while this was sent stays.
      setText((now) => (now === sent.text ? "" : now));
      setFiles((now) => (now === sent.files ? NO_FILES : now));
    },
  });
  const attach = useCallback((added: readonly File[]) => {
    setFiles((before) => [...before, ...added]);
  }, []);
  const isOver = useFileDrop(attach);
  useEffect(() => {
    if (!example) return;
    setText(example.text);
    field.current?.focus();
  }, [example, field]);
  const canSend = (text.trim() !== "" || files.length > 0) && !send.isPending;

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) send.mutate({ text, files });
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send.mutate({ text, files });
      }}
    >
      {send.error && <Failure error={send.error} />}
      {packs.error && <Failure error={packs.error} />}
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
      <div
        className={cx(
          "flex flex-col gap-1 rounded-xl border border-edge bg-surface p-1.5 shadow-card has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent",
          isOver && "border-accent border-dashed bg-accent-soft",
        )}
      >
        {packs.chosen.length > 0 && <PackChips packs={packs} />}
        {files.length > 0 && (
          <DraftFiles
            files={files}
            onRemove={(gone) => {
              setFiles((before) => before.filter((file) => file !== gone));
              field.current?.focus();
            }}
          />
        )}
        <div className="flex items-end gap-1">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to attach"
            onChange={(event) => {
              attach([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <IconButton label="Attach files" onClick={() => picker.current?.click()}>
            <Paperclip size={17} aria-hidden />
          </IconButton>
          <PackPicker packs={packs} />
          <label htmlFor={label} className="sr-only">
            Message
          </label>
          <textarea
            ref={field}
            id={label}
            rows={Math.min(MOST_ROWS, text.split("\n").length)}
            value={text}
            placeholder={isOver ? "Drop it here to attach it" : placeholder}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
            onPaste={(event) => {
              const files = pastedFiles(event.clipboardData);
              if (files.length === 0) return;
              event.preventDefault();
              attach(files);
            }}
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
      </div>
    </form>
  );
}

/** Text from an office program comes with a picture of itself, which nobody means. */
function pastedFiles({ types, files }: DataTransfer): readonly File[] {
  const isText = types.includes("text/plain") && types.includes("text/html");
  return isText ? NO_FILES : [...files];
}
