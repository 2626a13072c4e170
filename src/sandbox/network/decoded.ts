import { type Duplex, pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { CapstanError } from "../../base/errors.ts";

// As browsers do: an empty body is fine, and of a cut one everything that arrived is shown.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

const DECODERS = new Map<string, () => Duplex>([
  ["gzip", () => createGunzip(ZLIB)],
  ["x-gzip", () => createGunzip(ZLIB)],
  ["deflate", () => createInflate(ZLIB)],
  ["br", () => createBrotliDecompress(BROTLI)],
]);

/** One encoding at most: stacked ones are never asked for, and make a small bomb of a tiny one. */
export function decoded(body: Readable, encoding: string): Readable {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const [name, ...more] = names.filter((each) => each !== "" && each !== "identity");
  if (name === undefined) return body;
  const decoder = DECODERS.get(name)?.();
  if (!decoder || more.length > 0) {
    throw new CapstanError("WEB_FAILED", "The server encodes its answer in an unknown way.");
  }
  return pipeline(body, decoder, () => {});
}
