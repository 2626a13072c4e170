import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Foreseen, foreseenQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { mayApprove } from "../api/token.ts";
import { useDebounced } from "../base/use-debounced.ts";

type Wanted = { readonly toolId: string; readonly inputs: JsonObject };

export type Foresight = {
  /** The newest answer; while the next one is on its way, the one before. */
  readonly foreseen: Foreseen | undefined;
  /** The shown answer is not about the inputs as they stand. */
  readonly isOutdated: boolean;
};

const SETTLE_MS = 300;

/** What Run would show of a call that is not made yet; nothing for who may not answer it. */
export function useForeseen(sessionId: string, wanted: Wanted | null): Foresight {
  const text = JSON.stringify(wanted);
  const settled = useDebounced(text, SETTLE_MS);
  const asked = JSON.parse(settled) as Wanted | null;
  const isWanted = wanted !== null && mayApprove();
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    ...foreseenQuery(asked?.toolId ?? "", asked?.inputs ?? {}, sessionId),
    enabled: isWanted && asked !== null,
    placeholderData: keepPreviousData,
  });
  if (!isWanted) return { foreseen: undefined, isOutdated: false };
  const isOutdated = text !== settled || isPlaceholderData || (isFetching && !data);
  return { foreseen: isError ? undefined : data, isOutdated };
}
