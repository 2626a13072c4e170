import { type ReactNode, useState } from "react";
import { cx } from "../base/cx.ts";

type DisclosureProps = {
  readonly summary: ReactNode;
  readonly className?: string;
  readonly summaryClassName?: string;
  /** Drawn only while it is open: a list of hundreds must not draw what nobody looks at. */
  readonly children: () => ReactNode;
};

export function Disclosure({ summary, className, summaryClassName, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={cx("list-none [&::-webkit-details-marker]:hidden", summaryClassName)}>
        {summary}
      </summary>
      {isOpen && children()}
    </details>
  );
}
