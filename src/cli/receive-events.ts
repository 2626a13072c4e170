import { CapstanError } from "../base/errors.ts";
import { readProblem } from "./problem-error.ts";
import { connect, requestText, unreachable } from "./send.ts";

export type ServerEvent = {
  readonly type: string;
  /** Undefined for what is not stored. */
  readonly id: string | undefined;
  readonly data: string;
};

/** Reads server-sent events off a plain socket, until either side ends the connection. */
export async function* receiveEvents(
  address: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  // An abort that came before is no event any longer.
  if (signal?.aborted) return;
  const url = new URL(address);
  const socket = connect(url);
  socket.setEncoding("utf8");
  const leave = () => socket.destroy();
  signal?.addEventListener("abort", leave, { once: true });
  socket.write(requestText(url, { method: "GET", headers }));
  let text = "";
  let isOpen = false;
  try {
    for await (const chunk of socket) {
      text += chunk;
      if (!isOpen) {
        const end = text.indexOf("\r\n\r\n");
        if (end < 0) continue;
        assertOk(text.slice(0, end), text.slice(end + 4));
        text = text.slice(end + 4);
        isOpen = true;
      }
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const event = readFrame(frame);
        if (event) yield event;
      }
    }
  } catch (cause) {
    if (cause instanceof CapstanError || !(cause instanceof Error) || "status" in cause)
      throw cause;
    throw unreachable(url.origin, cause);
  } finally {
    signal?.removeEventListener("abort", leave);
    socket.destroy();
  }
}

function assertOk(head: string, body: string): void {
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1]);
  if (status !== 200) throw readProblem(status, body);
}

function readFrame(frame: string): ServerEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of frame.split("\n")) {
    const [, name = "", value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name !== "") fields.set(name, value);
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { type: fields.get("event") ?? "message", id: fields.get("id"), data };
}
