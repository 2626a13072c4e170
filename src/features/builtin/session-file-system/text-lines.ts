const MAX_LINE = 100_000;

/** The lines of a text, piece by piece; none at all when it is not one. A long line is cut. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of chunks) {
    const text = chunk.includes(0) ? undefined : decode(decoder, chunk);
    if (text === undefined) return;
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(0, MAX_LINE);
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array): string | undefined {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    return undefined;
  }
}
