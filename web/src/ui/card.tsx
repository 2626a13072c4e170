import type { ComponentProps } from "react";
import { cx } from "../base/cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={cx("rounded-card border bg-surface p-4 shadow-card", className)}
    />
  );
}
