import { type ClientRequest, get, type IncomingMessage } from "node:http";

/** Listens to server-sent events; `hear` is told the type of each. Resolves when it is connected. */
export async function openStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  hear: (event: string) => void,
): Promise<{ close(): void }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request: ClientRequest = get(url, { headers, agent: false }, resolve).on("error", reject);
  const response = await promise;
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}.`);
  request.on("error", () => {});
  response.on("error", () => {});
  const connected = Promise.withResolvers<void>();
  let rest = "";
  response.setEncoding("utf8").on("data", (text: string) => {
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      if (frame.startsWith(":")) connected.resolve();
      else hear(/^event: (.*)$/m.exec(frame)?.[1] ?? "");
    }
  });
  response.on("close", () => connected.reject(new Error("The stream was closed.")));
  await connected.promise;
  return { close: () => request.destroy() };
}
