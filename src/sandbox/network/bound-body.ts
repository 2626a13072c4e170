const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The same answer, whose body ends with an error when it is too long: as a whole, or, of a stream of
 * events that may run for ever, between two blank lines.
 */
export function boundBody(answer: Response, maxBytes: number): Response {
  if (!answer.body) return answer;
  const isEvents = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
  let size = 0;
  let isLineEmpty = true;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (isEvents) {
        for (const byte of chunk) {
          size += 1;
          if (byte === CARRIAGE_RETURN) continue;
          if (byte !== LINE_FEED) isLineEmpty = false;
          else if (isLineEmpty) size = 0;
          else isLineEmpty = true;
        }
      } else {
        size += chunk.length;
      }
      if (size > maxBytes) {
        controller.error(new Error(`The server sent more than ${maxBytes} bytes at once.`));
      } else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(bounded), {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
}
