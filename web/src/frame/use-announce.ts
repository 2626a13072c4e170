import { useEffect, useRef } from "react";
import type { Approval } from "../api/approval.ts";
import { plural } from "../base/tell-amount.ts";

/** Tells of approvals that are new while nobody looks at this tab. It names no tool and no input. */
export function useAnnounce(pending: readonly Approval[] | undefined, on: boolean): void {
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!pending) return;
    const known = seen.current;
    seen.current = new Set(pending.map(({ id }) => id));
    if (!on || !known || document.visibilityState === "visible") return;
    const fresh = pending.filter(({ id }) => !known.has(id)).length;
    if (fresh === 0) return;
    const notification = new Notification("Capstan", {
      body: `${plural(fresh, "call")} ${fresh === 1 ? "waits" : "wait"} for your answer.`,
      tag: "capstan-approvals",
      icon: "/icon.svg",
    });
    notification.onclick = () => window.focus();
  }, [pending, on]);
}
