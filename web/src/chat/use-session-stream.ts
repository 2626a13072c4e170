import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type ModelText,
  recentEvents,
  type SessionEvent,
  type ToolProgress,
} from "../api/event.ts";
import { type Cursor, followSession } from "../api/follow-session.ts";
import { MESSAGE_PAGE } from "../api/message.ts";
import { useAttended } from "../base/use-attended.ts";
import { addEvent, addTold, type Progress } from "./call-progress.ts";
import { useWriting } from "./use-writing.ts";

const COALESCE_MS = 30;
const PATIENCE_MS = 1_000;
const HIDDEN_MS = 30_000;

/** Keeps a session's page true while things happen: what is stored is read anew, deltas are shown. */
export function useSessionStream(id: string, total: number) {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(true);
  const [progress, setProgress] = useState<Progress>(new Map());
  const { writing, write, rewrite, mark, settle } = useWriting();
  const opened = useRef(Promise.withResolvers<void>());
  const newest = useRef(total);
  newest.current = total;

  // A browser opens six connections to a server, for all its tabs: one that nobody looks at gives
  // its own back, and reads on from where it was when it is seen again.
  const attended = useAttended(HIDDEN_MS);
  const cursor = useRef<Cursor>({ last: null });

  useEffect(() => {
    if (!attended) return;
    const ended = new AbortController();
    const due = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** How much of what was written has been stored since. */
    let stored = 0;

    async function refresh() {
      timer = undefined;
      const types = [...due];
      due.clear();
      const length = stored;
      stored = 0;
      await refetch(queries, id, newest.current, types);
      if (length > 0) settle(length);
    }

    function onEvent(event: SessionEvent | ModelText | ToolProgress) {
      if ("text" in event) {
        return (event.type === "model.delta" ? write : rewrite)(event.turn, event.text);
      }
      if (!("sequence" in event)) return setProgress((before) => addTold(before, event.data));
      setProgress((before) => addEvent(before, event));
      if (isStored(event)) stored = mark();
      refreshSoon(event.type);
    }

    function refreshSoon(type: SessionEvent["type"]) {
      due.add(type);
      timer ??= setTimeout(refresh, COALESCE_MS);
    }

    let isRead = cursor.current.last !== null;

    // Connected first and read then: nothing falls between the two, and no delta is missed.
    async function onConnected(isConnected: boolean) {
      setConnected(isConnected);
      if (!isConnected || isRead) return;
      opened.current.resolve();
      const { items, last } = await recentEvents(id, ended.signal);
      isRead = true;
      cursor.current.last = Math.max(cursor.current.last ?? 0, last);
      setProgress((before) => items.reduce(addEvent, before));
      refreshSoon("message.created");
    }

    followSession(
      id,
      cursor.current,
      { onEvent, onConnected: (is) => void onConnected(is).catch(() => {}) },
      ended.signal,
    ).catch(() => setConnected(false));
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [id, attended, queries, write, rewrite, mark, settle]);

  /** So that who writes a message sees its answer from the first word. */
  const whenConnected = useCallback(
    () => Promise.race([opened.current.promise, new Promise((go) => setTimeout(go, PATIENCE_MS))]),
    [],
  );
  return { connected, progress, writing, whenConnected };
}

/** From here on, what was being written is read from the messages, or was never finished. */
function isStored({ type, data }: SessionEvent): boolean {
  if (type === "message.created") return data.role === "assistant";
  return type === "turn.completed" || type === "turn.failed" || type === "turn.waiting";
}

/** Messages ascend: only the last pages can have changed. */
async function refetch(queries: QueryClient, id: string, total: number, types: readonly string[]) {
  const firstPage = Math.floor(Math.max(0, total - MESSAGE_PAGE) / MESSAGE_PAGE);
  const has = (prefix: string) => types.some((type) => type.startsWith(prefix));
  const stale = (queryKey: readonly unknown[]) => queries.invalidateQueries({ queryKey });
  await Promise.all([
    queries.invalidateQueries({
      queryKey: ["messages", id],
      predicate: ({ queryKey }) => Number(queryKey[2]) >= firstPage,
    }),
    stale(["sessions", "one", id]),
    has("approval.") || has("turn.") ? stale(["approvals"]) : undefined,
    has("tool.") || has("artifact.")
      ? Promise.all([stale(["files", id]), stale(["artifacts", id]), stale(["todos", id])])
      : undefined,
    has("turn.") ? Promise.all([stale(["usage", id]), stale(["sessions", "list"])]) : undefined,
  ]);
}
