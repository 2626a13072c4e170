import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { createAllowList } from "../allow-list.ts";
import { systemLookup } from "../system-lookup.ts";
import type { Answer, Order } from "./orders.ts";
import { serveWay } from "./serve-way.ts";

// The process between boxes and the network. It is started with an empty environment and may read no
// file, so that a host that a box talks to finds no key here, and no server to end.

type OpenWay = { readonly socket: string; close(): Promise<void> };

const ways = new Map<number, OpenWay>();
let isOver = false;

async function obey(order: Order): Promise<Answer> {
  const { id } = order;
  if (order.type === "close") {
    await ways.get(id)?.close();
    ways.delete(id);
    return { type: "closed", id };
  }
  try {
    const reach = { allows: createAllowList(order.allowHosts), lookup: systemLookup };
    const { server, close } = serveWay(createAllowList(order.hosts), reach);
    // One that ended before left its own behind.
    rmSync(order.socket, { force: true });
    await once(server.listen(order.socket), "listening");
    ways.set(id, { socket: order.socket, close });
    return { type: "opened", id };
  } catch (error) {
    return { type: "failed", id, message: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (order: Order) => {
  void obey(order).then((answer) => isOver || process.send?.(answer));
});

// The server has ended, perhaps killed.
process.once("disconnect", () => {
  isOver = true;
  for (const { socket, close } of ways.values()) {
    void close();
    rmSync(dirname(socket), { recursive: true, force: true });
  }
});
