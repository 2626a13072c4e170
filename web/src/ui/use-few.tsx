import { type ReactNode, useState } from "react";
import { tellNumber } from "../base/tell-amount.ts";
import { Button } from "./button.tsx";

/** The first of a list, and a button for more of it: thousands at once would freeze the page. */
export function useFew<T>(items: readonly T[], step = 60): [readonly T[], ReactNode] {
  const [most, setMost] = useState(step);
  const left = items.length - most;
  if (left <= 0) return [items, null];
  return [
    items.slice(0, most),
    <Button key="more" className="self-center" onClick={() => setMost(most + step)}>
      Show {Math.min(step, left)} more of {tellNumber(left)}
    </Button>,
  ];
}
