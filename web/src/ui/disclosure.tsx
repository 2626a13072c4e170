import { type ReactNode, useState } from "react";
import { cx } from "../base/cx.ts";

type DisclosureProps = {
  readonly summary: ReactNode;
  readonly className?: string;
  readonly summaryClassName?: string;
  readonly startsOpen?: boolean;
  /** Drawn only while it is open: a list of hundreds must not draw what nobody looks at. */
  readonly children: () => ReactNode;
};

export function Disclosure(props: DisclosureProps) {
  const { summary, className, summaryClassName, startsOpen = false, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={cx("list-none [&::-webkit-details-marker]:hidden", summaryClassName)}>
        {summary}
      </summary>
      {isOpen && children()}
    </details>
  );
}
