import { setImmediate } from "node:timers/promises";
import type { Hono } from "hono";
import * as z from "zod";
import type { AppOptions } from "./app.ts";
import type { Endpoint } from "./route.ts";
import { toWire } from "./wire.ts";

const HealthView = z.object({ status: z.literal("ok"), version: z.string() });

const ReadyView = z.object({
  status: z.enum(["ready", "starting", "draining", "unavailable"]),
  checks: z
    .object({
      store: z.enum(["ok", "failed"]),
      /** Signed as ever, but they cannot be kept where the settings say. */
      checkpoints: z.literal("failed").optional(),
    })
    .optional(),
  /** Calls that may or may not have run, and wait to be reconciled. */
  unknownCalls: z.int().optional(),
});

export const healthEndpoints: readonly Endpoint[] = [
  {
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    summary: "Whether the server is alive.",
    answer: HealthView,
  },
  {
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    summary: "Whether the server takes requests; 503 with the same fields while it does not.",
    answer: ReadyView,
    otherAnswers: [{ statuses: [503], answerType: "application/json", answer: ReadyView }],
  },
];

/** Open to everyone on this host: says that it lives, never what it holds. */
export function healthRoutes(app: Hono, { engine, version }: AppOptions): void {
  app.get("/healthz", () => Response.json(toWire(HealthView, { status: "ok", version })));
  app.get("/readyz", async () => {
    const { store, auditor } = engine.gate;
    if (engine.drain.requested) return ready({ status: "draining" });
    if (await isStarting(engine)) return ready({ status: "starting" });
    try {
      await store.ping();
      const { length: unknownCalls } = await store.invocations.listUnknown();
      const checks = {
        store: "ok" as const,
        ...(auditor.keepingProblem() !== undefined && { checkpoints: "failed" as const }),
      };
      return ready({ status: "ready", checks, unknownCalls });
    } catch {
      return ready({ status: "unavailable", checks: { store: "failed" } });
    }
  });
}

/** Before that, the first task of a new home would find only some of its tools. */
function isStarting({ shippedTakenIn }: AppOptions["engine"]): Promise<boolean> {
  return Promise.race([shippedTakenIn().then(() => false), setImmediate(true)]);
}

function ready(view: z.infer<typeof ReadyView>): Response {
  return Response.json(toWire(ReadyView, view), { status: view.status === "ready" ? 200 : 503 });
}
