import type { Socket } from "node:net";
import { CapstanError } from "../base/errors.ts";
import { typed } from "./program.ts";
import { createAnswerReader, type HttpAnswer } from "./read-answer.ts";

type Outgoing = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly deadlineMs: number;
};

/**
 * One HTTP exchange, spoken as HTTP/1.0 on a plain socket: the answer then ends with the
 * connection, and needs no parser. Loading `node:http` takes a third of a whole short command
 * (13 of 40 ms measured); loading it by `import` also loads undici and takes 39 ms.
 */
export function send(outgoing: Outgoing): Promise<HttpAnswer> {
  const { deadlineMs, body = "" } = outgoing;
  const url = new URL(outgoing.url);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const socket = connect(url);
  const deadline = setTimeout(() => {
    reject(tooLate(url.origin, deadlineMs));
    socket.destroy();
  }, deadlineMs);
  const answer = createAnswerReader();
  socket.on("data", (chunk) => {
    if (answer.add(chunk)) socket.destroy();
  });
  socket.on("error", (cause) => reject(unreachable(url.origin, cause)));
  socket.on("close", () => {
    clearTimeout(deadline);
    const whole = answer.end();
    if (whole) resolve(whole);
    else reject(unreachable(url.origin, new Error("The answer was cut off.")));
  });
  // Together: a body that comes after its head waits until the head was confirmed.
  socket.cork();
  socket.write(requestText(url, outgoing));
  socket.write(body);
  socket.uncork();
  return promise;
}

export function connect(url: URL): Socket {
  const net = process.getBuiltinModule("node:net");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:") return net.connect({ host, port: Number(url.port || 80) });
  const tls = process.getBuiltinModule("node:tls");
  // TLS names a server by its host name only: an address there is an error.
  const named = net.isIP(host) === 0 && { servername: host };
  return tls.connect({ host, port: Number(url.port || 443), ...named });
}

/** All of a request but its body. */
export function requestText(
  url: URL,
  { method, headers = {}, body = "" }: Omit<Outgoing, "deadlineMs" | "url">,
): string {
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.0`,
    `host: ${url.host}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  // A line break in a value would start a header of its own.
  if (lines.some((line) => /[\r\n]/.test(line))) {
    throw new CapstanError("SETTINGS_INVALID", "The API key contains a line break.");
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

export function unreachable(origin: string, cause: Error): CapstanError {
  const message = `No server answers at ${origin}. Start one with "${typed("serve")}", or correct CAPSTAN_URL.`;
  return new CapstanError("SERVER_UNREACHABLE", message, { cause });
}

function tooLate(origin: string, deadlineMs: number): CapstanError {
  const message = `${origin} did not answer within ${deadlineMs} ms. The request may still be running there.`;
  return new CapstanError("SERVER_UNREACHABLE", message);
}
