import type { Hono } from "hono";
import type { AppOptions } from "./app.ts";

/** Open to everyone on this host: says that it lives, never what it holds. */
export function healthRoutes(app: Hono, { engine, version }: AppOptions): void {
  app.get("/healthz", (c) => c.json({ status: "ok", version }));
  app.get("/readyz", async (c) => {
    const { store } = engine.gate;
    if (engine.drain.requested) return c.json({ status: "draining" }, 503);
    try {
      await store.ping();
      const unknown = await store.invocations.listUnknown();
      return c.json({ status: "ready", checks: { store: "ok" }, unknown_calls: unknown.length });
    } catch {
      return c.json({ status: "unavailable", checks: { store: "failed" } }, 503);
    }
  });
}
