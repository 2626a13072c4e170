import type { Json } from "./json.ts";
import { request } from "./request.ts";

export type { ModelText, SessionEvent } from "../../../src/http/client/wire.ts";

/** How far a call has come. */
export type ToolProgress = { readonly type: "tool.progress"; readonly data: Json };

const RECENT = 400;

/** The newest events: sequences have no gaps, so the total says where they begin. */
export async function recentEvents(id: string, signal: AbortSignal) {
  const read = (since: number, limit: number) =>
    request("GET /v1/sessions/:id/events", { params: { id }, query: { since, limit }, signal });
  const { total } = await read(0, 1);
  const { items } = await read(Math.max(0, total - RECENT), RECENT);
  return { items, last: items.at(-1)?.sequence ?? total };
}
