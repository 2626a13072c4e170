import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { LongText } from "../ui/long-text.tsx";

type TextProps = { readonly text: string };

export function SendingRow({ text }: TextProps) {
  return (
    <div className="flex justify-end py-3 opacity-60">
      <div className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2">
        <LongText text={text} lines={30} characters={4_000} className="!font-sans !text-base" />
      </div>
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
