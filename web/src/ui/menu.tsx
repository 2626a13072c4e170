import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

type MenuProps = {
  /** A button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
};

/**
 * Not modal: locking the page's scroll would need a style element, which the content policy refuses.
 * Not in a portal: from inside a dialog it would open behind it.
 */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 min-w-52 max-w-[calc(100vw-1rem)] rounded-lg border bg-surface p-1 shadow-float"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        "flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:opacity-50",
        danger && "text-critical",
      )}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}
