import { queryOptions } from "@tanstack/react-query";
import type { Intent } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { Intent } from "../../../src/http/client/wire.ts";

const WAIT_MS = 5_000;
const RUNS_MS = 200;
const RESTS_MS = 3_000;

type NewIntent = {
  readonly text: string;
  readonly session_id?: string;
  readonly message_id: string;
};

export const sayTask = (task: NewIntent) => request("POST /v1/intents", { body: task });

/** Asked for again while it runs, and now and then while somebody else may answer what it waits for. */
export const intentQuery = (id: string) =>
  queryOptions({
    queryKey: ["intents", id],
    queryFn: ({ signal }) =>
      request("GET /v1/intents/:id", { params: { id }, query: { wait_ms: WAIT_MS }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data || isRunning(data)) return RUNS_MS;
      return data.state === "input_required" ? RESTS_MS : false;
    },
  });

export function isRunning({ state }: Intent): boolean {
  return state === "pending" || state === "in_progress";
}
