import { cx } from "../base/cx.ts";

type KeyHintProps = {
  readonly children: string;
  /** Works from anywhere on the page; others only while their region has the focus. */
  readonly isGlobal?: boolean;
};

/** A key, shown while pressing it does something. */
export function KeyHint({ children, isGlobal = false }: KeyHintProps) {
  return (
    <kbd
      aria-hidden
      className={cx(
        "rounded border border-current/30 px-1 font-sans text-[0.6875rem] leading-4 opacity-80",
        isGlobal ? "hidden sm:inline-block" : "key-of-region",
      )}
    >
      {children}
    </kbd>
  );
}
