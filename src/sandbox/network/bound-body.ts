import { CapstanError } from "../../base/errors.ts";
import { explainFailure } from "./explain-failure.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The same answer, whose body ends with an error when it is too long: as a whole, or, of a stream of
 * events that may run for ever, between two blank lines. What cuts it short is told in words.
 */
export function boundBody(answer: Response, url: URL, maxBytes: number): Response {
  if (!answer.body) return answer;
  const isEvents = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
  return new Response(ReadableStream.from(bounded(answer.body, url, isEvents, maxBytes)), {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
}

async function* bounded(
  body: ReadableStream<Uint8Array>,
  url: URL,
  isEvents: boolean,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let isLineEmpty = true;
  try {
    for await (const chunk of body) {
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
        const message = `The server sent more than ${maxBytes} bytes at once.`;
        throw new CapstanError("WEB_FAILED", message);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw explainFailure(error instanceof Error ? (error.cause ?? error) : error, url);
  }
}
