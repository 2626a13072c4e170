import { useEffect, useState } from "react";

/** False once nobody has looked at this tab for a while. */
export function useAttended(patienceMs: number): boolean {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      clearTimeout(timer);
      if (document.visibilityState === "visible") setAttended(true);
      else timer = setTimeout(() => setAttended(false), patienceMs);
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [patienceMs]);
  return attended;
}
