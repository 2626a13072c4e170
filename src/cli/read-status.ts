import type { Halt } from "../http/client/wire.ts";
import type { Client } from "./client.ts";

export type Status = {
  readonly running: true;
  readonly url: string;
  readonly version: string;
  readonly model: string;
  readonly sessions_open: number;
  readonly approvals_pending: number;
  readonly last_hour: { readonly turns: number; readonly failed: number };
  readonly stopped: Halt | null;
};

export async function readStatus(client: Client): Promise<Status> {
  const [health, model, overview, halted] = await Promise.all([
    client.request("GET /healthz"),
    client.request("GET /v1/model"),
    client.request("GET /v1/overview", { query: { hours: 1 } }),
    client.request("GET /v1/halt"),
  ]);
  const { turns, sessions_open, approvals_pending } = overview.body;
  return {
    running: true,
    url: client.url,
    version: health.body.version,
    model: model.body.name,
    sessions_open,
    approvals_pending,
    last_hour: {
      turns: turns.reduce((sum, { count }) => sum + count, 0),
      failed: turns.reduce((sum, { failed }) => sum + failed, 0),
    },
    stopped: halted.body.halt,
  };
}
