import type { AgentUnderTest } from "../../../testing/agent-conformance/agent-under-test.ts";
import type { TestCall, Tried } from "../../../testing/agent-conformance/test-place.ts";

type Files = ReadonlyMap<string, string>;
type Run = (action: string, files: Files, calls: readonly TestCall[]) => Promise<readonly Tried[]>;
type Waiting = {
  readonly call: TestCall;
  resolve(tried: Tried): void;
  reject(error: unknown): void;
};

const MOST = 200;

/**
 * Makes one call of all that is asked of one action at the same moment: a person who is asked about it
 * sees the whole of it once.
 */
export function batchCalls(run: Run): AgentUnderTest["run"] {
  const waiting = new Map<string, Waiting[]>();

  async function send(action: string, files: Files): Promise<void> {
    const all = waiting.get(action) ?? [];
    waiting.delete(action);
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST);
      try {
        const calls = some.map(({ call }) => call);
        const tried = await run(action, files, calls);
        for (const [index, one] of some.entries()) {
          one.resolve(tried[index] ?? { raised: "There is no answer.", changed: [] });
        }
      } catch (error) {
        for (const one of some) one.reject(error);
      }
    }
  }

  return (call, files) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(call.action);
      const one = { call, resolve, reject };
      if (others) {
        others.push(one);
        return;
      }
      waiting.set(call.action, [one]);
      setImmediate(() => void send(call.action, files));
    });
}
