import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";

/** The requests that a server is answering. Who only listens to events does not count. */
export function watchRequests(server: Server) {
  const open = new Set<ServerResponse>();
  server.on("request", (request, response) => {
    if (request.url?.split("?")[0]?.endsWith("/events/stream")) return;
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return {
    /** Resolves when all are answered, or when the time is over. */
    async answered(withinMs: number): Promise<void> {
      const signal = AbortSignal.timeout(withinMs);
      const ends = [...open].map((response) => once(response, "close", { signal }));
      await Promise.allSettled(ends);
    },
  };
}
