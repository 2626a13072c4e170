import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Keys that work everywhere. By code, since Alt writes other letters on some keyboards. */
export function useShortcuts() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target, altKey, ctrlKey, metaKey, code, key } = event;
      if (ctrlKey || metaKey) return;
      if (altKey && code === "KeyN") {
        event.preventDefault();
        navigate({ to: "/" });
      } else if (altKey && code === "KeyW") {
        event.preventDefault();
        navigate({ to: "/approvals" });
      } else if (key === "?" && !altKey && !isField(target)) setOpen(true);
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [navigate]);
  return { isOpen, close: () => setOpen(false) };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
