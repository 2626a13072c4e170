import { type ReactNode, useId } from "react";

type SectionProps = { readonly title: string; readonly children: ReactNode };

/** A part of a page under a heading of its own. */
export function Section({ title, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-3">
      <h2 id={heading} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
