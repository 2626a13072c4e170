import { CapstanError } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { ChangeSet, Remark } from "../../schema/change-set.ts";

type Hide = Pick<Redactor, "hideKnown">;

/** A path that is written otherwise is another one. */
export function refuseSecretRoot(root: string | null, { hideKnown }: Hide): void {
  if (root === null || hideKnown(root) === root) return;
  const message = "The name of this folder holds a secret. Rename it.";
  throw new CapstanError("ROOT_INVALID", message);
}

/** The folder of the set says what is done: a row only shows it. */
export function hideInSet(set: ChangeSet, redactor: Hide): ChangeSet {
  refuseSecretRoot(set.folder.root, redactor);
  const findings = hideRemarks(set.findings, redactor);
  const conflicts = hideRemarks(set.conflicts, redactor);
  if (findings === set.findings && conflicts === set.conflicts) return set;
  return { ...set, findings: [...findings], conflicts: [...conflicts] };
}

/** The very same list when there is nothing to hide. */
export function hideRemarks<T extends Remark>(remarks: readonly T[], redactor: Hide): readonly T[] {
  const hidden = remarks.map((remark) => {
    const path = hideInPath(remark.path, redactor);
    const why = redactor.hideKnown(remark.why);
    return path === remark.path && why === remark.why ? remark : { ...remark, path, why };
  });
  return hidden.every((remark, at) => remark === remarks[at]) ? remarks : hidden;
}

/** A path has one character for each byte: a secret with other letters is found in its text. */
function hideInPath(path: string, { hideKnown }: Hide): string {
  const shown = hideKnown(path);
  const text = Buffer.from(shown, "latin1").toString();
  const hidden = hideKnown(text);
  return hidden === text ? shown : Buffer.from(hidden).toString("latin1");
}
