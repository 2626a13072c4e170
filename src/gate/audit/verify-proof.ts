import { findSealFault } from "../../base/audit/chain-fault.ts";
import { headLeaf, readCheckpointBody } from "../../base/audit/checkpoint-body.ts";
import { chainLink } from "../../base/audit/hash-chain.ts";
import { rootFromPath } from "../../base/audit/merkle.ts";
import { sha256 } from "../../base/digest.ts";
import { signedBy } from "../../base/keyring.ts";
import { AuditProof } from "../../schema/audit-proof.ts";

type Stretch = AuditProof["stretches"][number];
type ProofVerdict = { readonly ok: boolean; readonly reason?: string };

/** `proof` may come from anywhere; `publicKey` (PEM) from someone whom the reader trusts. */
export function verifyProof(proof: unknown, publicKey: string): ProofVerdict {
  const parsed = AuditProof.safeParse(proof);
  if (!parsed.success) return { ok: false, reason: "This is not a proof of a call." };
  const reason = findProofFault(parsed.data, publicKey);
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

function findProofFault(proof: AuditProof, publicKey: string): string | undefined {
  if (proof.key !== `${publicKey.trim()}\n`) return "Another key has signed it.";
  const isSigned = signedBy(publicKey);
  for (const stretch of proof.stretches) {
    const fault =
      findRecordsFault(stretch, proof.invocation) ??
      findPathFault(stretch) ??
      findSealFault(stretch.checkpoint, isSigned);
    if (fault) return `${stretch.stream}: ${fault}`;
  }
  return undefined;
}

/** Every text is about this call, and a stretch without one would prove nothing. */
function findRecordsFault({ links }: Stretch, invocation: string): string | undefined {
  const bodies = links.flatMap((link) => ("body" in link ? [link.body] : []));
  if (bodies.length === 0) return "There is no record of the call.";
  return bodies.every((body) => isAbout(body, invocation))
    ? undefined
    : "A record is about something else.";
}

/** Every sequence is part of a hash, so that a gap leads elsewhere. */
function findPathFault({ stream, previous, links, path, checkpoint }: Stretch): string | undefined {
  let hash = previous;
  let records = 0;
  for (const link of links) {
    const digest = "body" in link ? sha256(link.body) : link.digest;
    records = link.sequence;
    hash = chainLink(hash, records, digest);
  }
  const root = rootFromPath(headLeaf({ stream, records, hash }), path);
  return root === readCheckpointBody(checkpoint.body).root
    ? undefined
    : "The records do not lead to what was signed.";
}

function isAbout(body: string, invocation: string): boolean {
  try {
    return JSON.parse(body)?.invocation_id === invocation;
  } catch {
    return false;
  }
}
