import type { Trust } from "../schema/capability.ts";
import type { Sandbox } from "./sandbox.ts";

/** Which sandbox holds whose code on this machine. */
export interface Isolation {
  /** Rejects with SANDBOX_MISSING when nothing here may run code of such a source. */
  sandboxFor(trust: Trust): Promise<Sandbox>;
}
