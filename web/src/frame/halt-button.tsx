import { OctagonPause } from "lucide-react";
import { useState } from "react";
import { HaltForm } from "../policy/halt-form.tsx";
import { Modal } from "../ui/modal.tsx";

/** On every page: who wants to stop everything does not look for where. */
export function HaltButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-8 w-full items-center gap-3 rounded-lg px-2 text-left text-quiet text-sm hover:bg-critical-soft hover:text-critical"
      >
        <OctagonPause size={16} aria-hidden />
        Stop everything
      </button>
      {isOpen && (
        <Modal title="Stop everything" onClose={() => setOpen(false)}>
          <HaltForm />
        </Modal>
      )}
    </>
  );
}
