import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { invokeTool } from "../../../engine/invoke-tool.ts";
import type { Actor } from "../../../schema/actor.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { HubCall } from "../hub.ts";
import { isInstalled } from "./install-prepared.ts";
import { type Prepared, prepareInstall } from "./prepare-install.ts";
import { capabilityIdFor } from "./take-in.ts";
import type { WantedText } from "./wanted.ts";

const HUB_INSTALL = "builtin:hub:install";
const HUB_INSTALL_FROM = "builtin:hub:install_from";

/**
 * Fetches and verifies what is wanted, and asks the gate for exactly that: its digest, and for a new
 * publisher the key, are part of the call that a person decides about.
 */
export async function requestInstall(
  engine: Engine,
  wanted: WantedText,
  actor: Actor,
  call: HubCall,
): Promise<{ readonly prepared: Prepared; readonly outcome: Outcome }> {
  const prepared = await prepareInstall(engine, wanted, call);
  if (isInstalled(engine, prepared)) {
    const message = `${prepared.id}@${prepared.version} is installed already.`;
    throw new CapstanError("STATE_CONFLICT", message, { details: { name: prepared.id } });
  }
  // What cannot be taken in is said before anybody is asked about it.
  capabilityIdFor(engine, prepared);
  const outcome = await invokeTool(engine, { ...callFor(prepared, wanted), actor });
  return { prepared, outcome };
}

function callFor(
  prepared: Prepared,
  wanted: WantedText,
): { readonly toolId: string; readonly inputs: JsonObject } {
  const { digest } = prepared.fetched.read.bundle;
  const { id, version, trust, fingerprint, publisher, source } = prepared;
  const hub = wanted.hub === undefined ? {} : { hub: wanted.hub };
  if (publisher === null) {
    const isEntry = source !== wanted.name;
    return { toolId: HUB_INSTALL_FROM, inputs: { source: isEntry ? id : source, digest, ...hub } };
  }
  return {
    toolId: HUB_INSTALL,
    inputs: { name: id, version, digest, ...hub, ...(trust === "first" && { fingerprint }) },
  };
}
