import type { Writable } from "node:stream";

export type Output = NodeJS.WritableStream & { readonly columns?: number };

type Muffled = {
  readonly stream: Writable;
  mute(): void;
  unmute(): void;
};

/**
 * What readline writes, while a question is asked and not otherwise: when the terminal changes its
 * size it draws its line anew, over whatever stands there by then.
 */
export function muffle(output: Output): Muffled {
  const { Writable } = process.getBuiltinModule("node:stream");
  let isMuted = true;
  const stream = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      if (!isMuted) output.write(text);
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => output.columns });
  output.on("resize", () => stream.emit("resize"));
  return {
    stream,
    mute() {
      isMuted = true;
    },
    unmute() {
      isMuted = false;
    },
  };
}
