import type { Args } from "../args.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { createBridge } from "../gateway/bridge.ts";
import { createSend } from "../gateway/exchange.ts";
import { readLines } from "../gateway/read-lines.ts";
import { apiKey } from "../home.ts";

/** Ends with its client: when standard input does, whatever became of who started this. */
export const mcpServe: Run = async (args, { io, findServer }) => {
  const send = await createSend();
  const bridge = createBridge({
    send,
    // The key is read after the server is there: the first start makes it.
    find: async () => ({
      url: (await findServer()).replace(/\/+$/, ""),
      key: apiKey(io.env),
    }),
    query: queryOf(args, io.env.CAPSTAN_API_KEY !== undefined && io.env.CAPSTAN_API_KEY !== ""),
    write: (line) => io.write(`${line}\n`),
  });
  try {
    for await (const line of readLines(process.stdin)) {
      if (line.trim() !== "") await bridge.take(line);
    }
  } finally {
    await bridge.close();
  }
  return EXIT.done;
};

/**
 * The key of the home may approve. Whoever sits behind this program is an agent as a rule: it gets that
 * only by a flag, or by a key that somebody chose for it.
 */
function queryOf(args: Args, hasOwnKey: boolean): string {
  const wanted = ["server", "agent", "risk", "allow"].flatMap((name): [string, string][] => {
    const value = args.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  if (args.has("search")) wanted.push(["mode", "search"]);
  if (!hasOwnKey && !args.has("approve")) wanted.push(["scopes", "invoke"]);
  return wanted.length === 0 ? "" : `?${new URLSearchParams(wanted)}`;
}
