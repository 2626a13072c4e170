import type { IncomingMessage } from "node:http";

export type Sent = {
  readonly method: "POST" | "GET" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
};

export type Send = (sent: Sent) => Promise<IncomingMessage>;

/** Requests over connections that stay open: a client calls again and again. */
export async function createSend(): Promise<Send> {
  const [http, https] = await Promise.all([import("node:http"), import("node:https")]);
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  };
  return ({ method, url, headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isPlain = url.startsWith("http:");
    const request = (isPlain ? http : https).request(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
      },
      agent: agents[isPlain ? "http:" : "https:"],
      signal,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
    return promise;
  };
}

/** The messages of an answer, one by one as they come. */
export async function* messagesOf(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  const isStream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
  let text = "";
  for await (const chunk of response) {
    text += chunk;
    if (!isStream) continue;
    const frames = text.split(/\r?\n\r?\n/);
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = dataOf(frame);
      if (data !== "") yield data;
    }
  }
  if (!isStream && text !== "") yield text;
}

function dataOf(frame: string): string {
  return frame
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
    .join("\n");
}
