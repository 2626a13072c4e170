import type { ComponentProps, ReactNode } from "react";
import { cx } from "../base/cx.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  readonly label: string;
  readonly children: ReactNode;
};

/** A button that is an icon alone: named for those who do not see it, and on hover. */
export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-quiet enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40",
        className,
      )}
    >
      {children}
    </button>
  );
}
