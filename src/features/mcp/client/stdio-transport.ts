import { setImmediate } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { parseJson } from "../../../base/json.ts";
import { createLineSplitter } from "../../../base/split-lines.ts";
import { exceededText } from "../../../sandbox/exceeded-text.ts";
import type { SandboxProcess } from "../../../sandbox/sandbox.ts";
import type { BoundedLog } from "./bounded-log.ts";
import { createFloodMeter } from "./flood-meter.ts";

export type StdioOptions = {
  readonly process: SandboxProcess;
  readonly log: BoundedLog;
  /** Ends the process, and all that it started. */
  readonly kill: () => void;
  /** Told once why the connection has ended, unless it was closed here. */
  readonly onBroken: (reason: string) => void;
};

/** Of one message, as of a result that a gate would take. */
const MAX_LINE_BYTES = 8_000_000;
const WINDOW_MS = 5_000;
const MAX_MESSAGES = 5_000;
const MESSAGES_AT_ONCE = 50;
const MAX_BYTES = 200_000_000;
const MAX_LOG_BYTES = 500_000_000;
/** A server that was told to end by the end of its input has so long to do it. */
const ENDING_MS = 1_000;

/**
 * What the library takes for the mark of a program: it goes on with the older protocol in the same process
 * when its question of the newer one stays unanswered.
 */
type Program = { readonly stderr: null; readonly pid: null };

/** MCP over the standard streams of a boxed process: a message a line. What is no message ends it. */
export function createStdioTransport(options: StdioOptions): Transport {
  const { process, log, kill, onBroken } = options;
  const input = process.stdin;
  let isClosed = false;

  async function readMessages(): Promise<void> {
    const split = createLineSplitter(MAX_LINE_BYTES);
    const countMessages = createFloodMeter(MAX_MESSAGES, WINDOW_MS, "messages");
    let seen = 0;
    const countBytes = createFloodMeter(MAX_BYTES, WINDOW_MS, "bytes");
    for await (const chunk of process.stdout) {
      if (isClosed) continue;
      countBytes(chunk.length);
      for (const line of split(chunk)) {
        if (line.trim() === "") continue;
        countMessages(1);
        deliver(line);
        seen += 1;
        // The library looks at what is told a moment later than at an answer: in order, all arrive.
        // And everyone else has a turn before this server has another.
        await (seen % MESSAGES_AT_ONCE === 0 ? setImmediate() : undefined);
      }
    }
  }

  /** Many servers greet on their output: what does not look like a message goes to the log. */
  function deliver(line: string): void {
    if (!line.trimStart().startsWith("{")) {
      log.add(Buffer.from(`${line.slice(0, 2_000)}\n`));
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJson(line) as unknown as JSONRPCMessage;
    } catch (cause) {
      throw new Error("It sent a message that is not JSON, or that is not safe to read.", {
        cause,
      });
    }
    transport.onmessage?.(message);
  }

  async function readLog(): Promise<void> {
    const count = createFloodMeter(MAX_LOG_BYTES, WINDOW_MS, "bytes of log");
    for await (const chunk of process.stderr) {
      if (!isClosed) count(chunk.length);
      log.add(chunk);
    }
  }

  function breakOff(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    onBroken(reason);
    kill();
    transport.onclose?.();
  }

  const transport: Transport & Program = {
    stderr: null,
    pid: null,
    async start() {
      const fail = (error: unknown) =>
        breakOff(error instanceof Error ? error.message : String(error));
      readMessages().catch(fail);
      readLog().catch(fail);
      void process.end.then(({ exitCode, signal, exceeded, notStarted }) => {
        if (notStarted !== undefined) return breakOff(`It could not be started: ${notStarted}`);
        if (exceeded) return breakOff(`It ${exceededText(exceeded)}, and was ended.`);
        breakOff(`It ended ${signal ? `by ${signal}` : `with exit code ${exitCode}`}.`);
      });
    },
    async send(message) {
      if (isClosed || !input) throw new Error("The server has ended.");
      await input.write(Buffer.from(`${JSON.stringify(message)}\n`));
    },
    async close() {
      if (!isClosed) {
        isClosed = true;
        input?.end();
        transport.onclose?.();
      }
      const late = setTimeout(kill, ENDING_MS);
      await process.end;
      clearTimeout(late);
    },
  };
  return transport;
}
