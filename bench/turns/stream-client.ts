import { once } from "node:events";
import { createInterface } from "node:readline";
import { openStream } from "./open-stream.ts";

/** The file to run: it opens the streams that a line of its input asks for. */
export const STREAM_CLIENT = import.meta.filename;

export type StreamOrder = {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly streams: number;
};

const AT_ONCE = 50;

/** Says "open" when all are, and then the time at which the last of them has heard of a message. */
async function openAll({ urls, headers, streams }: StreamOrder): Promise<void> {
  let opened = 0;
  let heard = 0;

  async function openSome(): Promise<void> {
    while (opened < streams) {
      const url = urls[opened++ % urls.length] ?? "";
      let isFirst = true;
      await openStream(url, headers, (event) => {
        if (event !== "message.created" || !isFirst) return;
        isFirst = false;
        heard += 1;
        if (heard === streams) console.log(performance.timeOrigin + performance.now());
      });
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  console.log("open");
}

if (import.meta.main) {
  const [line] = await once(createInterface({ input: process.stdin }), "line");
  await openAll(JSON.parse(String(line)));
}
