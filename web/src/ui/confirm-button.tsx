import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";

type ConfirmButtonProps = {
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  /** What the second press says. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
};

const PATIENCE_MS = 4_000;

/** For what cannot be taken back: the first press asks, the second one does it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { icon, disabled = false, confirm, onConfirm, children } = props;
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asking]);
  return (
    <Button
      look="danger"
      icon={icon}
      disabled={disabled}
      aria-live="polite"
      onClick={() => {
        setAsking(!asking);
        if (asking) onConfirm();
      }}
    >
      {asking ? confirm : children}
    </Button>
  );
}
