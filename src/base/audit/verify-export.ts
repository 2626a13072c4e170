import { isJsonObject, type JsonObject } from "../json.ts";
import { signedBy } from "../keyring.ts";
import {
  type Fault,
  findCheckpointFault,
  findRecordFault,
  type Link,
  type SignedCheckpoint,
} from "./chain-fault.ts";
import type { Head } from "./checkpoint-body.ts";
import { createErasures } from "./erasures.ts";
import { findErasureFault } from "./find-erasure-fault.ts";
import { chainStart } from "./hash-chain.ts";
import { findKeptFault } from "./kept-checkpoints.ts";

type RecordLine = Link & { readonly stream: string; readonly body: string };

type Lines = AsyncIterable<string> | Iterable<string>;

type ExportVerdict = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly firstBad?: Fault;
};

/**
 * Verifies an audit log that was exported as a whole, one JSON object a line, with nothing but the
 * public key of its signer: every chain, every checkpoint, that each checkpoint signed the ends of
 * exactly the streams that grew since the one before it, and that a signed record says of whatever
 * was erased that it was. With checkpoints that were kept, also that the log is no older copy, and
 * nothing was cut off. Memory holds the end of each stream. An export during which a session was erased
 * is read a second time.
 */
export async function verifyExport(
  readLines: Lines | (() => Lines),
  publicKey: string,
  kept: readonly SignedCheckpoint[] = [],
): Promise<ExportVerdict> {
  const ends = new Map<string, Link>();
  const grown = new Map<string, Head>();
  const isSigned = signedBy(publicKey);
  const erasures = createErasures(isSigned, "export");
  const wanted = new Set(kept.map(({ sequence }) => sequence));
  const found = new Map<number, SignedCheckpoint>();
  let lastCheckpoint: { sequence: number; hash: string | null } = { sequence: 0, hash: null };
  let [number, records, checkpoints] = [0, 0, 0];
  let firstBad: Fault | undefined;

  function takeRecord(record: RecordLine): Fault | undefined {
    const { stream, sequence, hash } = record;
    const fault = findRecordFault(record, ends.get(stream) ?? startOf(stream));
    ends.set(stream, { sequence, hash });
    grown.set(stream, { stream, records: sequence, hash });
    erasures.take(record);
    records += 1;
    return fault;
  }

  function takeCheckpoint(checkpoint: SignedCheckpoint): Fault | undefined {
    const heads = [...grown.values()];
    const fault = findCheckpointFault(checkpoint, lastCheckpoint, heads, isSigned);
    heads.forEach(erasures.sealed);
    if (wanted.has(checkpoint.sequence)) found.set(checkpoint.sequence, checkpoint);
    grown.clear();
    lastCheckpoint = checkpoint;
    checkpoints += 1;
    return fault;
  }

  function findKept(): Fault | undefined {
    for (const one of kept) {
      const fault = findKeptFault(one, found.get(one.sequence), lastCheckpoint.sequence, isSigned);
      if (fault) return fault;
    }
    return undefined;
  }

  const lines = () => (typeof readLines === "function" ? readLines() : readLines);

  async function* recordsOf(streams: ReadonlySet<string>): AsyncGenerator<RecordLine> {
    for await (const text of lines()) {
      const line = readLine(text);
      if (isRecord(line) && streams.has(line.stream)) yield line;
    }
  }

  for await (const text of lines()) {
    number += 1;
    if (text === "") continue;
    const line = readLine(text);
    const fault = isRecord(line)
      ? takeRecord(line)
      : isCheckpoint(line)
        ? takeCheckpoint(line)
        : { stream: "lines", sequence: number, reason: "This is no record and no checkpoint." };
    firstBad ??= fault;
  }
  firstBad = findKept() ?? firstBad ?? (await findErasureFault(erasures, recordsOf));
  return { ok: !firstBad, streams: ends.size, records, checkpoints, ...(firstBad && { firstBad }) };
}

function startOf(stream: string): Link {
  return { sequence: 0, hash: chainStart(stream) };
}

function readLine(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(line: JsonObject): line is JsonObject & RecordLine {
  return isLink(line) && typeof line.stream === "string" && !("signature" in line);
}

function isCheckpoint(line: JsonObject): line is JsonObject & SignedCheckpoint {
  return isLink(line) && typeof line.signature === "string" && !("stream" in line);
}

function isLink(line: JsonObject): boolean {
  const { sequence, body, hash } = line;
  return Number.isSafeInteger(sequence) && typeof body === "string" && typeof hash === "string";
}
