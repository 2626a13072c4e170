import type { McpCall } from "../mcp-client.ts";

/** The calls that one connection serves now, and which of them asks. */
export interface RunningCalls {
  readonly size: number;
  /** The call that runs, if no other does. */
  only(): McpCall | undefined;
  /** Whether questions could still be told apart with a call of this tool beside the others. */
  mayJoin(tool: string): boolean;
  add(call: McpCall): void;
  /** `isAnswered`: by the server itself, which then has no question about it left. */
  end(call: McpCall, isAnswered: boolean): void;
  /** Resolves to the call that a question of the server belongs to; undefined if that cannot be known. */
  asker(): Promise<McpCall | undefined>;
}

/**
 * A server of the older era does not say which call its question belongs to. It belongs to the call that
 * is left when all others were answered. `askers` are the tools of the server that have asked something:
 * a call of one shares its connection with no other.
 */
export function createRunningCalls(askers: Set<string>): RunningCalls {
  const calls = new Set<McpCall>();
  const questions = new Set<(asker: McpCall | undefined) => void>();

  function only(): McpCall | undefined {
    const [call, ...others] = calls;
    return others.length === 0 ? call : undefined;
  }

  function settle(asker: McpCall | undefined): void {
    if (asker) askers.add(asker.tool);
    for (const resolve of questions) resolve(asker);
    questions.clear();
  }

  return {
    get size() {
      return calls.size;
    },
    only,
    mayJoin: (tool) =>
      calls.size === 0 ||
      ![tool, ...[...calls].map((call) => call.tool)].some((it) => askers.has(it)),
    add: (call) => void calls.add(call),
    end(call, isAnswered) {
      calls.delete(call);
      if (calls.size <= 1) settle(isAnswered ? only() : undefined);
      else if (!isAnswered) settle(undefined);
    },
    asker() {
      const { promise, resolve } = Promise.withResolvers<McpCall | undefined>();
      questions.add(resolve);
      if (calls.size <= 1) settle(only());
      else if (questions.size >= calls.size) {
        // Each of them asks: from now on they do not share a connection.
        for (const { tool } of calls) askers.add(tool);
        settle(undefined);
      }
      return promise;
    },
  };
}
