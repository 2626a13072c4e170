import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { HostProxy } from "../host-proxy.ts";
import { createAllowList } from "./allow-list.ts";
import type { Answer, Order } from "./proxy/orders.ts";
import { type ProxyProcess, startProxy } from "./proxy/start-proxy.ts";

export type HostProxyOptions = {
  /** Private hosts that may be reached at all, as in the setting web_fetch.allow_hosts. */
  readonly allowHosts: readonly string[];
  /** The program of the proxy's process. */
  readonly program: string;
  readonly report?: (error: unknown) => void;
};

type Way = {
  readonly order: Order & { readonly type: "open" };
  /** Settled by the answers of the process. */
  readonly opened: PromiseWithResolvers<void>;
  readonly closed: PromiseWithResolvers<void>;
};

const OPEN_MS = 10_000;
/** A process that ends sooner than this after its start waits as long for the next one. */
const SOON_MS = 1_000;
/** How long the process stays when no box needs it. */
const IDLE_MS = 30_000;

/**
 * Proxies for boxes, in one process of their own that is started when a box needs it. When it ends, it is
 * started again and listens where it did, so that boxes go on with new connections.
 */
export function createHostProxy({
  allowHosts,
  program,
  report = () => {},
}: HostProxyOptions): HostProxy & { stop(): Promise<void> } {
  createAllowList(allowHosts);
  const ways = new Map<number, Way>();
  let lastId = 0;
  let place: Promise<string> | undefined;
  let running: ProxyProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  function start(folder: string): void {
    clearTimeout(again);
    again = undefined;
    if (ways.size === 0) return;
    const began = performance.now();
    const started = startProxy({ program, folder, answer });
    running = started;
    void started.ended.then((reason) => {
      if (running !== started) return;
      running = undefined;
      for (const { closed } of ways.values()) closed.resolve();
      if (ways.size === 0) return;
      report(new CapstanError("SANDBOX_FAILED", `The proxy for boxes is started again. ${reason}`));
      const isSoon = performance.now() - began < SOON_MS;
      again = setTimeout(() => start(folder), isSoon ? SOON_MS : 0);
    });
    for (const { order } of ways.values()) started.tell(order);
  }

  function answer(given: Answer): void {
    const way = ways.get(given.id);
    if (given.type === "opened") way?.opened.resolve();
    else if (given.type === "closed") way?.closed.resolve();
    else way?.opened.reject(new CapstanError("SANDBOX_FAILED", couldNot(given.message)));
  }

  /** Ends the process, and forgets its folder. */
  async function end(): Promise<void> {
    const [ended, folder] = [running, place];
    running = undefined;
    place = undefined;
    clearTimeout(idle);
    clearTimeout(again);
    again = undefined;
    ended?.ref();
    ended?.disconnect();
    await ended?.ended;
    if (folder) await rm(await folder, { recursive: true, force: true });
  }

  async function close(id: number, folder: string): Promise<void> {
    const way = ways.get(id);
    if (!way) return;
    running?.tell({ type: "close", id });
    if (running) await way.closed.promise;
    ways.delete(id);
    await rm(folder, { recursive: true, force: true });
    if (ways.size > 0) return;
    running?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => ways.size > 0 || void end().catch(report), IDLE_MS).unref();
  }

  return {
    async open(hosts) {
      createAllowList(hosts);
      lastId += 1;
      const id = lastId;
      place ??= mkdtemp(join(tmpdir(), "capstan-proxy-"));
      const base = await place;
      const folder = join(base, String(id));
      await mkdir(folder, { mode: 0o700 });
      const order: Way["order"] = {
        ...{ type: "open", id, socket: join(folder, "socket") },
        ...{ hosts, allowHosts },
      };
      const way: Way = {
        order,
        opened: Promise.withResolvers(),
        closed: Promise.withResolvers(),
      };
      ways.set(id, way);
      if (running) running.tell(order);
      else if (again === undefined) start(base);
      running?.ref();
      const late = setTimeout(
        () => way.opened.reject(new CapstanError("SANDBOX_FAILED", couldNot("It did not answer."))),
        OPEN_MS,
      );
      try {
        await way.opened.promise;
        return { folder, close: () => close(id, folder) };
      } catch (error) {
        await close(id, folder);
        throw error;
      } finally {
        clearTimeout(late);
      }
    },
    async stop() {
      ways.clear();
      await end();
    },
  };
}

function couldNot(why: string): string {
  return `The way to the network could not be opened for this program. ${why} Try again.`;
}
