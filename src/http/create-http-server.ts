import { createServer, type Server, STATUS_CODES } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { CapstanError } from "../base/errors.ts";
import { problemBody, problemResponse } from "./problem.ts";

/** Longer than clients and load balancers keep a connection: each of them closes it first. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The app on a socket. What is wrong with a request before it reaches the app (no Host, a broken
 * path, a header that is too long) is answered as a problem like everything else.
 */
export function createHttpServer(app: Hono): Server {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => problemResponse(error instanceof RequestError ? unreadable() : error),
  });
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(rawProblem(refusalOf(error)));
  });
  return server;
}

function refusalOf({ code }: NodeJS.ErrnoException): CapstanError {
  if (code !== "HPE_HEADER_OVERFLOW") return unreadable();
  return new CapstanError("HEADERS_TOO_LARGE", "The path or the headers are too long.");
}

function unreadable(): CapstanError {
  return new CapstanError("HTTP_INVALID", "This is not a request that the server can read.");
}

/** Written by hand: there is no request that a response could belong to. */
function rawProblem(error: CapstanError): string {
  const body = JSON.stringify(problemBody(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    "connection: close",
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
