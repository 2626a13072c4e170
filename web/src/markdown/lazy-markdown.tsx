import { lazy, Suspense } from "react";
import { loadPart } from "../base/load-part.ts";
import { LongText } from "../ui/long-text.tsx";

const Markdown = lazy(async () => {
  const part = await loadPart(() => import("./markdown.tsx"));
  return { default: part.Markdown };
});

/** Markdown is a third of the code: it is loaded with the first message that needs it. */
export function LazyMarkdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<LongText text={text} className="!font-sans !text-base" />}>
      <Markdown text={text} />
    </Suspense>
  );
}
