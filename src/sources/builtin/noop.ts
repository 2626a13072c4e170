import type { BuiltinCapability } from "../../ports/builtin-capability.ts";

export const noop: BuiltinCapability = {
  id: "noop",
  name: "No-op",
  description: "Adds nothing. For tests and demonstrations.",
  status: "available",
};
