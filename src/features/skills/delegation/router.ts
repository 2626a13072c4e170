import { isConflict } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { DELEGATED, type Delegation } from "../../../schema/delegation.ts";
import type { Change } from "../../../stores/journal.ts";
import { advance } from "./advance.ts";

/** Carries what skills hand over to the skills that it is for, and back. */
export interface Router {
  /** Looks at everything that is open. What another living process is at, it leaves to that one. */
  route(): Promise<void>;
  /** Something may be to do: looks soon. */
  wake(): void;
  /** Waits for what runs. */
  stop(): Promise<void>;
}

export function createRouter(engine: () => Engine): Router {
  const atWork = new Map<string, Promise<void>>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isAsked = false;

  async function look(): Promise<void> {
    const { gate } = engine();
    for (const row of await gate.store.delegations.listOpen()) {
      if (isStopped || gate.halt.current()) return;
      if (atWork.has(row.id)) continue;
      const isOthers = row.owner !== null && row.owner !== gate.owner;
      if (isOthers && (await gate.isAlive(row.owner ?? ""))) continue;
      atWork.set(
        row.id,
        work(row).then((isMore) => {
          // First of all: who looks while it counts as being at work leaves it for a second.
          atWork.delete(row.id);
          if (isMore) wake();
        }),
      );
    }
  }

  /** Whether there may be more to do at once. */
  async function work(row: Delegation): Promise<boolean> {
    try {
      return await advance(engine(), row.id);
    } catch (error) {
      // Somebody else moved it: it is looked at again.
      if (!isConflict(error)) engine().report(error);
      return false;
    }
  }

  function wake(): void {
    if (isStopped) return;
    if (looking) {
      isAsked = true;
      return;
    }
    looking = look()
      .catch((error) => engine().report(error))
      .finally(() => {
        looking = undefined;
        if (!isAsked) return;
        isAsked = false;
        wake();
      });
  }

  return {
    async route() {
      wake();
      await looking;
    },
    wake,
    async stop() {
      isStopped = true;
      await looking;
      await Promise.all(atWork.values());
    },
  };
}

/** Whether a commit may have given the router something to do. */
export function concernsRouter(changes: readonly Change[]): boolean {
  return changes.some((change) => {
    if (change.type === "invocation.put") {
      // An approval of a child that was denied leaves nothing else.
      return change.invocation.messageId?.startsWith(DELEGATED) ?? false;
    }
    return ROUTED.has(change.type);
  });
}

const ROUTED: ReadonlySet<Change["type"]> = new Set([
  "delegation.put",
  "delegation.move",
  "context.put",
]);
