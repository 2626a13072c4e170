import { isJsonObject, type JsonObject } from "../json.ts";
import {
  checkpointFault,
  type Fault,
  findSealFault,
  type SignedCheckpoint,
} from "./chain-fault.ts";
import { readCheckpointBody } from "./checkpoint-body.ts";
import type { IsSigned } from "./signed-text.ts";

/**
 * Of the checkpoints in these lines those that no later one follows from: what they follow from
 * needs no look. One, unless the log was rolled back and went on. The lines may be an export, a file
 * to which checkpoints were appended, or one checkpoint; whatever else is in them is passed over.
 */
export async function readKeptCheckpoints(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<readonly SignedCheckpoint[]> {
  const last = new Map<string, SignedCheckpoint>();
  for await (const line of lines) {
    const checkpoint = readCheckpoint(line);
    if (!checkpoint) continue;
    const { previous } = readCheckpointBody(checkpoint.body);
    if (typeof previous === "string") last.delete(previous);
    last.set(checkpoint.hash, checkpoint);
  }
  return [...last.values()];
}

/** What a log lacks that has `found` at the place of a checkpoint that was kept. */
export function findKeptFault(
  kept: SignedCheckpoint,
  found: { readonly hash: string } | undefined,
  lastSequence: number,
  isSigned: IsSigned,
): Fault | undefined {
  const { sequence, hash } = kept;
  const damage = findSealFault(kept, () => true);
  if (damage)
    return checkpointFault(sequence, `The checkpoint that you kept is damaged. ${damage}`);
  if (findSealFault(kept, isSigned)) {
    const reason = "The checkpoint that you kept is not signed with the key of this installation.";
    return checkpointFault(sequence, reason);
  }
  if (lastSequence < sequence) {
    const end = lastSequence === 0 ? "has no checkpoint" : `ends at checkpoint ${lastSequence}`;
    const reason = `The log ${end}; the one you kept is ${sequence}: it was rolled back or cut.`;
    return checkpointFault(sequence, reason);
  }
  if (found?.hash === hash) return undefined;
  const reason = `Checkpoint ${sequence} is not the one that you kept: the log was rolled back, and went on from there.`;
  return checkpointFault(sequence, found ? reason : "The checkpoint that you kept is missing.");
}

function readCheckpoint(line: string): SignedCheckpoint | undefined {
  const value = parse(line);
  // As `GET /v1/audit/checkpoint` answers.
  const { sequence, body, hash, signature } = isJsonObject(value.checkpoint)
    ? value.checkpoint
    : value;
  const isOne =
    typeof sequence === "number" &&
    Number.isSafeInteger(sequence) &&
    typeof body === "string" &&
    typeof hash === "string" &&
    typeof signature === "string";
  return isOne ? { sequence, body, hash, signature } : undefined;
}

/** Empty for a line that was cut off while it was written. */
function parse(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
