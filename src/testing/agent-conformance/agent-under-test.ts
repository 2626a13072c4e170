import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { TestCall, Tried } from "./test-place.ts";

/** One action of an agent, as far as a test has to know it. */
export type ActionUnderTest = {
  readonly name: string;
  readonly inputSchema: JsonObject;
  /** Whether something that was there may be gone afterwards: it asks first. */
  readonly destructive: boolean;
  /** Whether it may change files at all. */
  readonly changes: boolean;
  /** Whether it may use the network. In the sandbox a test has none. */
  readonly usesNetwork: boolean;
};

export interface AgentUnderTest {
  readonly actions: readonly ActionUnderTest[];
  /** `tests/cases.json` of its folder, where there is one. */
  readonly cases?: JsonValue | undefined;
  /**
   * Calls `run` in folders that are made for this call, with these files in the one that is open to
   * it. Rejects only where the call could not be made at all.
   */
  run(call: TestCall, files: ReadonlyMap<string, string>): Promise<Tried>;
}

/** One thing that was tried. `skipped`: there was nothing to try it with. */
export type ConformanceItem = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string;
};
