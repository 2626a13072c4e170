import { CapstanError } from "../../base/errors.ts";

/** As long as a message may be: twice what the server takes of one. */
const MAX_LINE = 16 * 1024 * 1024;

/** The lines of a stream, each without its end. A line that never ends is an error. */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  for await (const chunk of input) {
    rest += decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let at = rest.indexOf("\n"); at >= 0; at = rest.indexOf("\n", from)) {
      yield rest.slice(from, at).replace(/\r$/, "");
      from = at + 1;
    }
    rest = rest.slice(from);
    if (rest.length > MAX_LINE) {
      throw new CapstanError("REQUEST_INVALID", "A message is longer than this server reads.");
    }
  }
}
