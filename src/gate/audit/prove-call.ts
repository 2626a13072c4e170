import { headLeaf, sortHeads } from "../../base/audit/checkpoint-body.ts";
import { bodyHash } from "../../base/audit/erased-body.ts";
import { chainStart } from "../../base/audit/hash-chain.ts";
import { merklePath } from "../../base/audit/merkle.ts";
import { CapstanError } from "../../base/errors.ts";
import type { AuditProof } from "../../schema/audit-proof.ts";
import type { AuditRecord } from "../../schema/audit-record.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import { Page } from "../../schema/page.ts";
import type { Store } from "../../stores/store.ts";
import { type Sealer, sealAudit } from "./audit-sealer.ts";
import { verifyProof } from "./verify-proof.ts";

type Prover = Sealer & {
  readonly store: Pick<Store, "audit" | "invocations">;
  /** PEM of the key that the signer signs with. */
  readonly publicKey: string;
};

type Seal = { readonly checkpoint: Checkpoint; readonly heads: readonly StreamHead[] };
type Stretch = AuditProof["stretches"][number];

const SEAL_ATTEMPTS = 5;

/** Proves that the audit records of a call are in the log. What is not sealed yet is sealed first. */
export async function proveCall(prover: Prover, invocationId: string): Promise<AuditProof> {
  const records = await findRecords(prover.store, invocationId);
  const stretches: Stretch[] = [];
  for (const record of records) {
    if (stretches.some((stretch) => holds(stretch, record))) continue;
    const seal = await sealOf(prover, record.stream, record.sequence);
    stretches.push(await proveStretch(prover, record, seal, records));
  }
  const proof: AuditProof = {
    format: "capstan.audit-proof.1",
    invocation: invocationId,
    key: `${prover.publicKey.trim()}\n`,
    stretches,
  };
  const { ok, reason } = verifyProof(proof, prover.publicKey);
  if (ok) return proof;
  throw new CapstanError("STORE_CORRUPT", `The audit log does not prove this call. ${reason}`);
}

/** Oldest first. */
async function findRecords(
  { audit, invocations }: Prover["store"],
  invocationId: string,
): Promise<readonly AuditRecord[]> {
  const { sessionId, createdAt } = (await invocations.get(invocationId)) ?? {};
  const { items } = await audit.list({
    ...Page.parse({ limit: Number.MAX_SAFE_INTEGER }),
    invocationId,
    ...(sessionId ? { sessionId } : { since: createdAt }),
  });
  // The text of an erased record counts only together with all that was erased with it.
  if (items.some(({ erased }) => erased)) {
    const message = `The records of "${invocationId}" were erased with its session: there is nothing left to prove. The log itself can still be verified.`;
    throw new CapstanError("RECORD_ERASED", message);
  }
  if (items.length > 0) return items.toReversed();
  throw new CapstanError("RECORD_NOT_FOUND", `The audit has no record of "${invocationId}".`);
}

async function sealOf(prover: Prover, stream: string, sequence: number): Promise<Seal> {
  // Another process may seal at the same time, and what it signs may end before this record.
  for (let attempt = 0; attempt < SEAL_ATTEMPTS; attempt++) {
    const seal = await prover.store.audit.checkpointOf(stream, sequence);
    if (seal) return seal;
    await sealAudit(prover);
  }
  throw new CapstanError("STATE_CONFLICT", "Others keep sealing the audit log: try again.");
}

function holds({ stream, links }: Stretch, record: AuditRecord): boolean {
  return stream === record.stream && links.some((link) => link.sequence === record.sequence);
}

/** From a record of the call to the head that a checkpoint signed. */
async function proveStretch(
  { store }: Prover,
  { stream, sequence }: AuditRecord,
  { checkpoint, heads }: Seal,
  records: readonly AuditRecord[],
): Promise<Stretch> {
  const sorted = sortHeads(heads);
  const index = sorted.findIndex((head) => head.stream === stream);
  const through = sorted[index]?.records ?? sequence;
  const before = sequence === 1 ? [] : await store.audit.range(stream, sequence - 1, sequence - 1);
  const stored = await store.audit.range(stream, sequence, through);
  const ours = new Set(records.filter((it) => it.stream === stream).map((it) => it.sequence));
  return {
    stream,
    previous: before[0]?.hash ?? chainStart(stream),
    links: stored.map(({ sequence: at, body }) =>
      ours.has(at) ? { sequence: at, body } : { sequence: at, digest: bodyHash(body) },
    ),
    path: [...merklePath(sorted.map(headLeaf), index)],
    checkpoint,
  };
}
