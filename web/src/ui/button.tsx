import type { ComponentProps, ReactNode } from "react";
import { cx } from "../base/cx.ts";

type Look = "primary" | "plain" | "ghost" | "danger";

type ButtonProps = ComponentProps<"button"> & {
  readonly look?: Look;
  readonly small?: boolean;
  readonly icon?: ReactNode;
};

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "border-accent bg-accent text-on-accent enabled:hover:bg-accent-strong",
  plain: "border-edge/60 bg-surface enabled:hover:bg-hover",
  ghost: "border-transparent bg-transparent enabled:hover:bg-hover",
  danger: "border-critical/50 bg-surface text-critical enabled:hover:bg-critical-soft",
};

export function Button({
  look = "plain",
  small = false,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-medium text-sm whitespace-nowrap",
        "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50",
        small ? "h-7 px-2" : "h-9 px-3",
        LOOKS[look],
        className,
      )}
    >
      {icon}
      {children}
    </button>
  );
}
