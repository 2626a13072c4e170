import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "../base/cx.ts";
import { IconButton } from "./icon-button.tsx";

type ModalProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly side?: "center" | "left" | "right";
};

const PLACES = {
  center: "w-[min(32rem,calc(100vw-2rem))] rounded-xl",
  left: "mr-auto ml-0 h-dvh max-h-none w-[min(18rem,85vw)]",
  right: "mr-0 ml-auto h-dvh max-h-none w-[min(26rem,94vw)]",
};

/** The browser's own dialog: it traps the focus, makes the rest inert, and needs no inline style. */
export function Modal({ title, onClose, children, side = "center" }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={cx("bg-surface shadow-float", PLACES[side])}
      onCancel={(event) => {
        // React passes on what a dialog inside this one was told.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center justify-between gap-4 border-b px-4 py-3">
          <h2 id={heading} className="font-semibold">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      </div>
    </dialog>
  );
}
