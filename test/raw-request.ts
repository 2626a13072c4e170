import { connect } from "node:net";

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

/**
 * Sends exactly these bytes and reads until the server ends the connection. No client stands in
 * between that would put a header right or refuse to send it.
 */
export function sendRaw(port: number, ...parts: (string | Uint8Array)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(5_000, () => socket.destroy(new Error("No answer within 5 s.")));
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server that refuses a long body may reset the connection after it has answered.
    socket.on("error", (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on("close", () => resolve(parseAnswer(Buffer.concat(chunks).toString("utf8"))));
  });
}

function parseAnswer(answer: string): RawAnswer {
  const end = answer.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = answer.slice(end + 4);
  const isChunked = headers.get("transfer-encoding") === "chunked";
  const status = Number(statusLine.split(" ")[1]);
  return { status, headers, text: isChunked ? joinChunks(body) : body };
}

function joinChunks(body: string): string {
  return body
    .split("\r\n")
    .reduce((text, line, index) => (index % 2 === 1 ? text + line : text), "");
}
