import type { BuiltinCapability } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

export const noop: BuiltinCapability = {
  id: BUILTIN_IDS.noop,
  name: "No-op",
  description: "Adds nothing. For tests and demonstrations.",
  status: "available",
};
