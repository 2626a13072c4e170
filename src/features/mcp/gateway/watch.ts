import type { Server } from "@modelcontextprotocol/server";
import type { McpServer } from "../mcp-client.ts";

const MOST_WATCHED = 200;

/** What one client of the older era wants to hear of a server: its resources, its lists and its log. */
export function watchFor(server: Server, upstream: McpServer) {
  const watched = new Map<string, () => void>();
  const forget = upstream.onNotice((notice) => {
    if (notice.type === "updated") {
      if (watched.has(notice.uri)) server.sendResourceUpdated({ uri: notice.uri }).catch(() => {});
    } else if (notice.type === "resources") server.sendResourceListChanged().catch(() => {});
    else server.sendPromptListChanged().catch(() => {});
  });
  return {
    async watch(uri: string): Promise<void> {
      if (watched.has(uri)) return;
      if (watched.size >= MOST_WATCHED) throw new Error(`At most ${MOST_WATCHED} are watched.`);
      watched.set(uri, await upstream.watch(uri));
    },
    unwatch(uri: string): void {
      watched.get(uri)?.();
      watched.delete(uri);
    },
    end(): void {
      forget();
      for (const end of watched.values()) end();
      watched.clear();
    },
  };
}
