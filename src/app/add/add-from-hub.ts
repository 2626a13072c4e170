import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { type Prepared, prepareInstall } from "../../features/hub/installs/prepare-install.ts";
import { requestInstall } from "../../features/hub/installs/request-install.ts";
import { readWanted } from "../../features/hub/installs/wanted.ts";
import { tracked } from "../../features/hub/track-hub.ts";
import { showFolder } from "./add-folder.ts";
import { type Addition, added } from "./addition.ts";

/** A bundle that the hub fetches and verifies: an entry of one, or an archive from elsewhere. */
export async function hubAddition(
  engine: Engine,
  name: string,
  signal: AbortSignal,
): Promise<Addition> {
  const isEntry = readWanted({ name }).type === "entry";
  const prepared = await tracked(engine, "show", signal, (call) =>
    prepareInstall(engine, { name }, call),
  );
  const { described, fetched, origin, before, version } = prepared;
  const kind = described.kind === "extension" ? "ext" : described.kind;
  const seen = await showFolder(engine, { kind, path: null, read: fetched.read }, origin);
  const shown = {
    ...seen,
    ...(isEntry && { kind: "hub_item" as const, id: prepared.id }),
    warnings: [
      signatureWords(prepared),
      ...(before ? [`${before.id}@${before.version} is installed: this is ${version}.`] : []),
      ...seen.warnings,
    ],
  };
  return {
    shown,
    scope: isEntry ? "invoke" : "approve",
    async add(by) {
      const { outcome } = await tracked(engine, "install", signal, (call) =>
        requestInstall(engine, { name }, by, call),
      );
      const { state, error, inputRequest } = outcome;
      if (state === "completed") return added(shown);
      const approvalIds = inputRequest?.approvalIds ?? [];
      if (state === "input_required") return { ...shown, state, approvalIds, problem: null };
      throw new CapstanError("HUB_INVALID", error?.message ?? `"${name}" was not installed.`);
    },
  };
}

function signatureWords({ fingerprint, trust, publisher }: Prepared): string {
  if (fingerprint === null) return "It is unsigned: exactly these bytes are installed.";
  const first = trust === "first" ? ", whose key is new here: an admin accepts it" : "";
  return `It is signed by ${publisher} (${fingerprint})${first}.`;
}
