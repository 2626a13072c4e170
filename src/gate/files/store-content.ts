import { createHash, randomUUID } from "node:crypto";
import { type Clock, timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { Change, Durability } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { hideInBytes } from "../secrets/hide-in-bytes.ts";
import { intoChunks } from "./into-chunks.ts";

type Options = {
  readonly store: Pick<Store, "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "stream">;
  readonly limits: { readonly fileBytes: number };
};

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** `naming` is to be committed before, or with, what has this content. */
type StoredContent = {
  readonly digest: string;
  readonly size: number;
  readonly naming: readonly Change[];
};

export const CHUNK_BYTES = 256 * 1024;

/**
 * Stores a content piece by piece, without the secrets in it, and uses it. Its digest is known at its
 * end, and becomes its name then. What was refused or cut leaves no bytes behind.
 */
export async function withContent<T>(
  { store, clock, redactor, limits }: Options,
  content: Content,
  use: (stored: StoredContent) => Promise<T>,
  durable: Durability = "now",
): Promise<T> {
  const upload = `upload:${randomUUID()}`;
  const createdAt = timestamp(clock.now());
  const put = (index: number, bytes: Uint8Array, last: boolean) =>
    store.journal.commit(
      "files.store",
      [{ type: "blob.put", digest: upload, index, bytes, last, createdAt }],
      durable,
    );

  async function take(): Promise<StoredContent> {
    const hash = createHash("sha256");
    let size = 0;
    let index = 0;
    let held: Uint8Array = new Uint8Array();
    for await (const piece of intoChunks(hideInBytes(content, redactor), CHUNK_BYTES)) {
      size += piece.byteLength;
      if (size > limits.fileBytes) throw tooMuch(`A file may have ${limits.fileBytes} bytes.`);
      if (held.byteLength > 0) await put(index++, held, false);
      hash.update(piece);
      held = piece;
    }
    const digest = `sha256:${hash.digest("hex")}`;
    if (index === 0 && (await store.files.hasBlob(digest))) return { digest, size, naming: [] };
    await put(index, held, true);
    return { digest, size, naming: [{ type: "blob.name", from: upload, to: digest }] };
  }

  try {
    return await use(await take());
  } catch (error) {
    await store.journal.commit("files.drop", [{ type: "blob.drop", digest: upload }]);
    throw error;
  }
}

/** A content that is nobody's yet: whoever is told of it later makes it last. */
export async function storeContent(
  options: Options,
  content: Content,
): Promise<{ readonly digest: string; readonly size: number }> {
  const keep = async ({ digest, size, naming }: StoredContent) => {
    if (naming.length > 0) await options.store.journal.commit("files.name", naming, "later");
    return { digest, size };
  };
  return withContent(options, content, keep, "later");
}

export function tooMuch(message: string): CapstanError {
  return new CapstanError("FILE_TOO_LARGE", message);
}
