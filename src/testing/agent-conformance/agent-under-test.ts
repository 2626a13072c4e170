import type { JsonObject, JsonValue } from "../../base/json.ts";

/** One action of an agent, as far as a test has to know it. */
export type ActionUnderTest = {
  readonly name: string;
  readonly inputSchema: JsonObject;
  /** Whether something that was there may be gone afterwards: it asks first. */
  readonly destructive: boolean;
  /** Whether it may change files at all. */
  readonly changes: boolean;
};

/** Folders that are made for one call, and gone after it. */
export type TestPlace = {
  /** Open to the agent, with the files of the cases in it. */
  readonly folder: string;
  readonly workspace: string;
  /** Not open to it; has a file with a secret. */
  readonly outside: string;
};

/** What an agent is called with, but for where it finds its workspace. */
export type TestCall = {
  readonly action: string;
  readonly params: JsonObject;
  readonly dryRun: boolean;
  /** Whether a person has said yes: `params.confirmed`. */
  readonly confirmed: boolean;
};

export interface AgentUnderTest {
  readonly actions: readonly ActionUnderTest[];
  /** `tests/cases.json` of its folder, where there is one. */
  readonly cases?: JsonValue | undefined;
  /** Where it finds its workspace, if not where that lies. */
  readonly workspaceAt?: string;
  /** Calls `run`. Rejects where it raised an error, or answered nothing. */
  run(call: TestCall, place: TestPlace): Promise<JsonValue>;
}

/** One thing that was tried. `skipped`: there was nothing to try it with. */
export type ConformanceItem = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string;
};
