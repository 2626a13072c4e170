import { parseJson } from "./json.ts";

export type Frame = { readonly id: string | null; readonly data: unknown };

/** Server-sent events out of pieces of text, wherever the pieces were cut. */
export async function* parseFrames(pieces: AsyncIterable<string>): AsyncGenerator<Frame> {
  let rest = "";
  for await (const piece of pieces) {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const frame = parseFrame(block);
      if (frame) yield frame;
    }
  }
}

function parseFrame(block: string): Frame | undefined {
  const data: string[] = [];
  let id: string | null = null;
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    else if (line.startsWith("id:")) id = line.slice(3).trim();
  }
  const value = data.length === 0 ? undefined : parseJson(data.join("\n"));
  return value === undefined ? undefined : { id, data: value };
}
