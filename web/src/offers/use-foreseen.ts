import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Foreseen, foreseenQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { mayApprove } from "../api/token.ts";
import { useDebounced } from "../base/use-debounced.ts";

type Wanted = { readonly toolId: string; readonly inputs: JsonObject };

export type Foresight = {
  /**
   * While the answer for changed inputs is on its way, the one before. Nothing for a call that cannot
   * be judged yet, and for a person who may not answer it.
   */
  readonly foreseen: Foreseen | undefined;
  /** The answer for the inputs as they stand is on its way. */
  readonly isOpen: boolean;
};

const SETTLE_MS = 300;

/** What Run would show of calls that are not made yet. */
export function useForeseen(
  sessionId: string,
  wanted: readonly (Wanted | null)[],
): readonly Foresight[] {
  const text = JSON.stringify(mayApprove() ? wanted : wanted.map(() => null));
  const settled = useDebounced(text, SETTLE_MS);
  const asked = JSON.parse(settled) as (Wanted | null)[];
  const answers = useQueries({
    queries: asked.map((one) => ({
      ...foreseenQuery(one?.toolId ?? "", one?.inputs ?? {}, sessionId),
      enabled: one !== null,
    })),
  });
  const isSettled = text === settled;
  const before = useRef<readonly Foresight[]>([]);
  const foresights = asked.map((one, at): Foresight => {
    const { data, isError } = answers[at] ?? {};
    if (one === null) return { foreseen: undefined, isOpen: !isSettled };
    if (data || isError) return { foreseen: data, isOpen: !isSettled };
    return { foreseen: before.current[at]?.foreseen, isOpen: true };
  });
  useEffect(() => {
    before.current = foresights;
  });
  return foresights;
}
