import type { Gate } from "../../gate/gate.ts";
import { FolderKind, folderSource } from "../../schema/installed-folder.ts";
import type { Change } from "../../stores/journal.ts";

/** A person has said Run to a version of a folder that had not run before: from now on policy decides. */
export const approvesFolder: Gate["onResult"] = ({ asksFirst, approval, tool, execution }) => {
  const { bundle } = execution;
  if (asksFirst === undefined || !approval || typeof bundle !== "string") return [];
  return [{ type: "folder.approve", id: tool.capabilityId, digest: bundle }];
};

/** The catalog lists it anew after that. */
export function listsApproved(refresh: (sourceId: string) => Promise<void>) {
  return (changes: readonly Change[]): void => {
    for (const kind of kindsApproved(changes)) refresh(folderSource(kind)).catch(() => {});
  };
}

function kindsApproved(changes: readonly Change[]): ReadonlySet<FolderKind> {
  const ids = changes.flatMap((change) => (change.type === "folder.approve" ? [change.id] : []));
  return new Set(ids.map((id) => FolderKind.parse(id.split(":")[0])));
}
