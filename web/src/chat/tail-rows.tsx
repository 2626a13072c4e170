import { useQuery } from "@tanstack/react-query";
import { haltQuery } from "../api/halt.ts";
import { plural } from "../base/tell-amount.ts";
import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { LongText } from "../ui/long-text.tsx";
import type { Draft } from "./draft.ts";

type TextProps = { readonly text: string };

export function SendingRow({ draft: { text, files } }: { readonly draft: Draft }) {
  return (
    <div className="flex flex-col items-end gap-1 py-3 opacity-60">
      {text.trim() !== "" && (
        <div className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2">
          <LongText text={text} lines={30} characters={4_000} className="!font-sans !text-base" />
        </div>
      )}
      {files.length > 0 && (
        <p role="status" className="text-quiet text-xs">
          Sending {plural(files.length, "file")}…
        </p>
      )}
    </div>
  );
}

export function WritingRow({ text }: TextProps) {
  return (
    <article aria-label="The agent is writing" aria-busy className="py-3">
      <LazyMarkdown text={text} />
    </article>
  );
}

export function WorkingRow() {
  const { data } = useQuery(haltQuery());
  if (data?.halted) {
    return (
      <p role="status" className="py-3 text-quiet text-sm">
        Everything is stopped. It continues when an admin resumes.
      </p>
    );
  }
  return (
    <div role="status" className="flex items-center gap-1.5 py-3 text-quiet text-sm">
      <span className="sr-only">The agent is working.</span>
      <span
        aria-hidden
        className="size-1.5 animate-bounce rounded-full bg-accent [animation-delay:-0.3s]"
      />
      <span
        aria-hidden
        className="size-1.5 animate-bounce rounded-full bg-accent [animation-delay:-0.15s]"
      />
      <span aria-hidden className="size-1.5 animate-bounce rounded-full bg-accent" />
    </div>
  );
}
