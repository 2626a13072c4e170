import { useEffect, useState } from "react";

const ARM_MS = 350;

/**
 * False for a moment after something new takes the place of what was there: a click or a key that
 * was meant for the last question must not answer the next one.
 */
export function useArmed(key: string): boolean {
  const [armed, setArmed] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setArmed(key), ARM_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return armed === key;
}
