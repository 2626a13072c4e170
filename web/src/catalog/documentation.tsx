import { useQuery } from "@tanstack/react-query";
import { documentationQuery } from "../api/capability.ts";
import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Warnings } from "../ui/warnings.tsx";

/** What its author wrote for people. */
export function Documentation({ id }: { readonly id: string }) {
  const { data, error } = useQuery(documentationQuery(id));
  if (data && data.path === null) return null;
  return (
    <section aria-labelledby="documentation" className="flex flex-col gap-3">
      <h2 id="documentation" className="font-semibold">
        What its author says
      </h2>
      {error && <Failure error={error} />}
      {!data && !error && <Loading rows={3} />}
      {data && (
        <Card
          aria-label={data.path ?? ""}
          tabIndex={0}
          className="max-h-[36rem] overflow-y-auto [&_.prose>:first-child]:!mt-0"
        >
          <LazyMarkdown text={withoutSubtitle(data.text)} />
        </Card>
      )}
    </section>
  );
}

type OddPartsProps = {
  readonly id: string;
  /** Why nothing of it can be used: that is told by itself. */
  readonly problem?: string | undefined;
};

/** What was odd about its folder, such as a permission that gives nothing. */
export function OddParts({ id, problem }: OddPartsProps) {
  const { data } = useQuery(documentationQuery(id));
  const warnings = data?.warnings.filter((warning) => warning !== problem) ?? [];
  if (warnings.length === 0) return null;
  return <Warnings title="What was odd about its folder" warnings={warnings} />;
}

/** The line below its title is a sentence, and no heading that leaves out a level. */
function withoutSubtitle(text: string): string {
  return text.replace(/^(\s*#\s+[^\n]*\n+)#{2,6}\s+([*_][^\n]*)\n/, "$1\n$2\n");
}
