import { type ErasureClaim, erasureText } from "../../base/audit/erasure-claim.ts";
import type { JsonObject } from "../../base/json.ts";
import { signedBy } from "../../base/keyring.ts";
import type { AuditProof } from "../../schema/audit-proof.ts";
import type { Checkpoint } from "../../schema/checkpoint.ts";
import type { AuditVerification } from "../../stores/readers/audit-reader.ts";
import type { Gate } from "../gate.ts";
import { sealAudit } from "./audit-sealer.ts";
import type { CheckpointKeeper } from "./checkpoint-keeper.ts";
import { demandSignedErasures } from "./demand-signed-erasures.ts";
import { keepCheckpoints } from "./keep-checkpoints.ts";
import { proveCall } from "./prove-call.ts";
import { verifyAgainst } from "./verify-against.ts";

/** Answers for the audit trail: signs its heads and its erasures, checks it, proves one call of it. */
export interface Auditor {
  readonly publicKey: string;
  seal(): Promise<Checkpoint | undefined>;
  /** Keeps what another process has sealed. */
  keep(): Promise<void>;
  /** What the record of an erasure says. */
  signErasure(claim: ErasureClaim): JsonObject;
  /** Against checkpoints that somebody kept; left out, against those that were kept for them. */
  verify(kept?: readonly Checkpoint[]): Promise<AuditVerification>;
  prove(invocationId: string): Promise<AuditProof>;
  /** Why checkpoints cannot be kept where the settings say; undefined when they can. */
  keepingProblem(): string | undefined;
}

type Parts = Pick<Gate, "store" | "clock" | "newId" | "keyring" | "report"> & {
  readonly keeper: CheckpointKeeper | undefined;
};

export function createAuditor(parts: Parts): Auditor {
  const { store, clock, keeper } = parts;
  const signer = parts.keyring.signer("audit");
  const isSigned = signedBy(signer.publicKey);
  const sealer = { store, clock, signer };
  const demand = demandSignedErasures(parts);
  const keeping = keeper && keepCheckpoints(store.audit, keeper, parts.report);

  return {
    publicKey: signer.publicKey,
    async seal() {
      await demand();
      const checkpoint = await sealAudit(sealer);
      await keeping?.keep();
      return checkpoint;
    },
    keep: async () => keeping?.keep(),
    signErasure: (claim) => ({ ...claim, signature: signer.sign(erasureText(claim)) }),
    async verify(given) {
      if (given) return verifyAgainst(store.audit, given, isSigned);
      if (!keeping) return store.audit.verify(isSigned);
      const { checkpoints, ...where } = await keeping.read();
      const { kept, ...verification } = await verifyAgainst(store.audit, checkpoints, isSigned);
      return { ...verification, kept: { sequence: kept?.sequence ?? null, ...where } };
    },
    async prove(invocationId) {
      await demand();
      return proveCall({ ...sealer, publicKey: signer.publicKey }, invocationId);
    },
    keepingProblem: () => keeping?.problem,
  };
}
