import type { Json } from "./json.ts";
import type { List } from "./list.ts";
import { request } from "./request.ts";
import { sessionPath } from "./session.ts";

export type SessionEvent = {
  readonly id?: string;
  readonly type: string;
  readonly sequence?: number;
  readonly turn: number;
  readonly ts?: string;
  readonly text?: string;
  readonly data: { readonly [key: string]: Json };
};

const RECENT = 400;

/** The newest events: sequences have no gaps, so the total says where they begin. */
export async function recentEvents(id: string, signal: AbortSignal) {
  const path = (since: number, limit: number) =>
    sessionPath(id, `/events?since=${since}&limit=${limit}`);
  const { total } = await request<List<SessionEvent>>("GET", path(0, 1), { signal });
  const since = Math.max(0, total - RECENT);
  const { items } = await request<List<SessionEvent>>("GET", path(since, RECENT), { signal });
  return { items, last: items.at(-1)?.sequence ?? total };
}
