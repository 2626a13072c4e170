import type { Opening } from "../../schema/opening.ts";

/** Hosts that the owner opens by an address or a definition that they wrote. */
export function declaredHosts(capabilityId: string, hosts: readonly string[]): Opening[] {
  return hosts.map((host) => ({ ...blankOpening(capabilityId), host }));
}

/** An opening of the owner's that opens nothing yet. */
export function blankOpening(capabilityId: string): Opening {
  return {
    id: "",
    capabilityId,
    root: null,
    device: null,
    inode: null,
    host: null,
    verbs: [],
    sessionId: null,
    machine: null,
    givenBy: "settings",
    givenAt: "",
  };
}
