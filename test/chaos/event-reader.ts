import { KEY, type Member } from "./member.ts";

/** Reads a session's events as a browser does; what it has seen is the id of the last one. */
export async function openEventReader(server: Member, sessionId: string, lastEventId: number) {
  const abort = new AbortController();
  const response = await fetch(`${server.url()}/v1/sessions/${sessionId}/events/stream`, {
    headers: { authorization: `Bearer ${KEY}`, "last-event-id": String(lastEventId) },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}.`);
  const sequences: number[] = [];
  const ended = read(response.body, sequences).catch(() => {});
  return {
    sequences,
    async close(): Promise<void> {
      abort.abort();
      await ended;
    },
  };
}

async function read(body: ReadableStream<Uint8Array>, sequences: number[]): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const frames = (rest + decoder.decode(piece, { stream: true })).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const id = /^id: (\d+)$/m.exec(frame)?.[1];
      if (id !== undefined) sequences.push(Number(id));
    }
  }
}
