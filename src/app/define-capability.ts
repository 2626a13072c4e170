import type { BuiltinCapability } from "../features/builtin-capability.ts";

/** Types a capability where it is written. It runs in this process and is trusted as the host is. */
export function defineCapability(capability: BuiltinCapability): BuiltinCapability {
  return capability;
}
