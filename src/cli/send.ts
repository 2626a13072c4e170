import { CapstanError } from "../base/errors.ts";

type Outgoing = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly deadlineMs: number;
};

/**
 * One HTTP exchange. The module is not imported but fetched: `import "node:http"` reads its every
 * export, one of which loads undici, and that alone doubles the start (39 ms → 77 ms measured).
 */
export function send(outgoing: Outgoing): Promise<{ status: number; text: string }> {
  const { method, headers, body, deadlineMs } = outgoing;
  const url = new URL(outgoing.url);
  const { request } =
    url.protocol === "https:"
      ? process.getBuiltinModule("node:https")
      : process.getBuiltinModule("node:http");

  return new Promise((resolve, reject) => {
    const exchange = request(url, { method, ...(headers && { headers }) }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("error", (cause) => reject(unreachable(url.origin, cause)));
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    const deadline = setTimeout(() => {
      reject(tooLate(url.origin, deadlineMs));
      exchange.destroy();
    }, deadlineMs);
    exchange.on("error", (cause) => reject(unreachable(url.origin, cause)));
    exchange.on("close", () => clearTimeout(deadline));
    exchange.end(body);
  });
}

function unreachable(origin: string, cause: Error): CapstanError {
  const message = `No server answers at ${origin}. Start one with "capstan serve", or correct CAPSTAN_URL.`;
  return new CapstanError("SERVER_UNREACHABLE", message, { cause });
}

function tooLate(origin: string, deadlineMs: number): CapstanError {
  const message = `${origin} did not answer within ${deadlineMs} ms. What was asked for may still go on there.`;
  return new CapstanError("SERVER_UNREACHABLE", message);
}
