import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { MESSAGE_PAGE, type Message, messagePageQuery } from "../api/message.ts";

export type Conversation = {
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly at: (index: number) => Message | undefined;
  /** The tool message that answers a call, where it is loaded. */
  readonly resultOf: (invocationId: string) => Message | undefined;
  readonly last: readonly Message[];
  /** Loads the pages that these rows are on. */
  readonly show: (first: number, last: number) => void;
};

/** A session's messages, page by page as they come into view. */
export function useConversation(id: string): Conversation {
  const [wanted, setWanted] = useState<ReadonlySet<number>>(() => new Set([0]));
  const pages = useMemo(() => [...wanted].sort((a, b) => a - b), [wanted]);
  const queries = useQueries({
    queries: pages.map((page) => messagePageQuery(id, page)),
    combine: (results) => ({
      data: results.map((result) => result.data),
      error: results.find((result) => result.error)?.error ?? null,
      newest: results.reduce((a, b) => (b.dataUpdatedAt >= a.dataUpdatedAt ? b : a)).data?.total,
    }),
  });
  const total = queries.newest ?? 0;

  const { at, resultOf } = useMemo(() => {
    const byPage = new Map(pages.map((page, index) => [page, queries.data[index]?.items]));
    const results = new Map<string, Message>();
    for (const items of byPage.values()) {
      for (const message of items ?? []) {
        if (message.role === "tool" && message.invocation_id) {
          results.set(message.invocation_id, message);
        }
      }
    }
    return {
      at: (index: number) => byPage.get(Math.floor(index / MESSAGE_PAGE))?.[index % MESSAGE_PAGE],
      resultOf: (invocationId: string) => results.get(invocationId),
    };
  }, [pages, queries.data]);

  const show = useCallback((first: number, last: number) => {
    const from = Math.floor(Math.max(0, first) / MESSAGE_PAGE);
    const to = Math.floor(Math.max(0, last) / MESSAGE_PAGE);
    setWanted((before) => {
      const after = new Set(before);
      for (let page = from; page <= to; page += 1) after.add(page);
      return after.size === before.size ? before : after;
    });
  }, []);

  const last = useMemo(() => queries.data.at(-1)?.items ?? [], [queries.data]);
  return {
    total,
    isLoading: queries.newest === undefined && queries.error === null,
    error: queries.error,
    at,
    resultOf,
    last,
    show,
  };
}
