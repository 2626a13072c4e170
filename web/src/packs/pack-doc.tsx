import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type PackDetails, packFileQuery } from "../api/pack.ts";
import { ProblemError } from "../api/problem-error.ts";
import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";

/** The doc that a model is given when it opens the pack, as a person reads it. */
export function PackDoc({ pack }: { readonly pack: PackDetails }) {
  const { id, entry_doc, digest } = pack;
  const { data, error } = useQuery(packFileQuery(id, entry_doc, digest));
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    data?.text().then((whole) => {
      if (isCurrent) setText(withoutFrontMatter(whole));
    });
    return () => {
      isCurrent = false;
    };
  }, [data]);
  if (error instanceof ProblemError && error.code === "SCOPE_MISSING") {
    return <p className="text-sm">Your key may not read it: it needs the scope approve.</p>;
  }
  if (error) return <Failure error={error} />;
  if (text === null) return <Loading rows={3} />;
  return (
    <Card
      aria-label={entry_doc}
      tabIndex={0}
      className="max-h-[36rem] overflow-y-auto [&_.prose>:first-child]:!mt-0"
    >
      {text.trim() === "" ? (
        "It says nothing beside its front matter."
      ) : (
        <LazyMarkdown text={text} />
      )}
    </Card>
  );
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, "");
}
