import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Speaks OpenAI's dialect, a word at a time: `word1 word2 …`, until it is cut off or has said all. */
export async function startSlowProvider(words: number, everyMs: number) {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const say = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    for (let word = 1; word <= words && !response.destroyed; word++) {
      say({ content: `word${word} ` });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    say({}, "stop");
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
