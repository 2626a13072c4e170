import { isSignedBy } from "../base/keyring.ts";
import type { AuditVerification } from "../ports/audit-reader.ts";
import type { AuditProof } from "../schema/audit-proof.ts";
import type { Checkpoint } from "../schema/checkpoint.ts";
import { sealAudit } from "./audit-sealer.ts";
import type { Gate } from "./gate.ts";
import { proveCall } from "./prove-call.ts";

/** Answers for the audit trail: signs its heads, checks it, proves one call of it. */
export interface Auditor {
  readonly publicKey: string;
  seal(): Promise<Checkpoint | undefined>;
  verify(): Promise<AuditVerification>;
  prove(invocationId: string): Promise<AuditProof>;
}

export function createAuditor(parts: Pick<Gate, "store" | "clock" | "keyring">): Auditor {
  const signer = parts.keyring.signer("audit");
  const sealer = { store: parts.store, clock: parts.clock, signer };
  return {
    publicKey: signer.publicKey,
    seal: () => sealAudit(sealer),
    verify: () =>
      parts.store.audit.verify(({ body, signature }) =>
        isSignedBy(signer.publicKey, body, signature),
      ),
    prove: (invocationId) => proveCall({ ...sealer, publicKey: signer.publicKey }, invocationId),
  };
}
