// By its own path: the whole package is 47 files, this takes 9.
import satisfies from "semver/functions/satisfies.js";
import { CapstanError } from "../../base/errors.ts";
import type { Catalog } from "../../gate/catalog/catalog.ts";
import type { Capability } from "../../schema/capability.ts";
import type { CapabilityEntry } from "../../schema/capability-entry.ts";
import { SYSTEM_CAPABILITY } from "../../schema/tool.ts";

/** The capability in a version that will do (E69, X25). `who` is named to whoever reads the error. */
export function requireCapability(
  catalog: Pick<Catalog, "getCapability">,
  { id, range }: Pick<CapabilityEntry, "id" | "range">,
  who: string,
): Capability {
  const capability = catalog.getCapability(id);
  if (!capability) {
    const own = catalog.getCapability(`ext:${id}`);
    const meant = own ? ` There is "${own.id}".` : "";
    throw unknown(id, `${who} needs "${id}", and there is no such capability.${meant}`);
  }
  if (id === SYSTEM_CAPABILITY) {
    throw unknown(id, `${who} lists "${id}": only programs in a box can ask for what it does.`);
  }
  if (range === null || satisfies(capability.version, range)) return capability;
  throw unknown(id, `${who} needs "${id}@${range}"; there is ${capability.version}.`);
}

function unknown(id: string, message: string): CapstanError {
  const details = { field: "capabilities", capability_id: id };
  return new CapstanError("CAPABILITY_UNKNOWN", message, { details });
}
