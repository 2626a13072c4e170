import { useState } from "react";

const KEY = "capstan.notifications";

/** Whether this browser tells of new approvals: only if someone asked for it. */
export function useNotifications() {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === "on" && isGranted());
  async function toggle() {
    const next = !on && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, next ? "on" : "off");
    setOn(next);
  }
  return { on, toggle, available: "Notification" in window };
}

function isGranted(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}
