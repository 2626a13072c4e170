import { randomUUID } from "node:crypto";
import { type Clock, timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { BundleUser } from "../../schema/bundle.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { invalid } from "./read/bundle-errors.ts";
import type { ReadBundle } from "./read-bundle.ts";

type Options = {
  readonly store: Pick<Store, "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
};

/** As session files are cut, so that a content is the same rows whoever stored it. */
const CHUNK_BYTES = 256 * 1024;
/** So that no step is much larger than the largest piece of a file. */
const STEP_BYTES = 1024 * 1024;
const MAX_ATTEMPTS = 3;

/**
 * Stores a bundle with its contents, and that `usedBy` uses it, beside what it used before. It is
 * there as a whole or not at all. What is there already is not written again.
 */
export async function storeBundle(
  options: Options,
  read: ReadBundle,
  usedBy: BundleUser,
): Promise<void> {
  refuseSecrets(read, options.redactor);
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeOnce(options, read, usedBy);
    } catch (error) {
      // A content that nobody used was swept just before it was needed: the next time it is missed.
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

async function storeOnce(
  { store, clock }: Options,
  { bundle, contents }: ReadBundle,
  usedBy: BundleUser,
): Promise<void> {
  const createdAt = timestamp(clock.now());
  const naming: Change[] = [];
  let step: Change[] = [];
  let stepBytes = 0;

  async function commit(): Promise<void> {
    if (step.length > 0) await store.journal.commit("bundle.store", step);
    step = [];
    stepBytes = 0;
  }

  async function put(name: string, bytes: Uint8Array): Promise<void> {
    const count = Math.max(1, Math.ceil(bytes.byteLength / CHUNK_BYTES));
    for (let index = 0; index < count; index++) {
      const piece = bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
      const last = index === count - 1;
      step.push({ type: "blob.put", digest: name, index, bytes: piece, last, createdAt });
      stepBytes += piece.byteLength;
      if (stepBytes >= STEP_BYTES) await commit();
    }
  }

  try {
    for (const [digest, bytes] of contents) {
      if (await store.files.hasBlob(digest)) continue;
      if (bytes.byteLength <= CHUNK_BYTES) {
        await put(digest, bytes);
        continue;
      }
      // In several steps: half of it must not bear the name of the whole.
      const upload = `upload:${randomUUID()}`;
      naming.push({ type: "blob.name", from: upload, to: digest });
      await put(upload, bytes);
    }
    await commit();
    await store.journal.commit("bundle.put", [
      ...naming,
      { type: "bundle.put", bundle, createdAt },
      { type: "bundle.use", digest: bundle.digest, usedBy },
    ]);
  } catch (error) {
    const drops = naming.flatMap((change): Change[] =>
      change.type === "blob.name" ? [{ type: "blob.drop", digest: change.from }] : [],
    );
    if (drops.length > 0) await store.journal.commit("bundle.drop", drops);
    throw error;
  }
}

/** What is stored as a secret is stored nowhere else (X23), and code is not rewritten. */
function refuseSecrets(
  { bundle, contents }: ReadBundle,
  { hideKnown }: Pick<Redactor, "hideKnown">,
): void {
  for (const { path, digest } of bundle.files) {
    const { buffer, byteOffset, byteLength } = contents.get(digest) ?? new Uint8Array();
    // Each byte as one character, so that all of them are looked at.
    const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
    if (hideKnown(text) !== text)
      throw invalid(hideKnown(path), "holds a stored secret. Take it out.");
  }
}
