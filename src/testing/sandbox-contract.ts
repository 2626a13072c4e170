import { describe } from "vitest";
import { channelsContract } from "./sandbox-contract/channels-contract.ts";
import { endsContract } from "./sandbox-contract/ends-contract.ts";
import { isolationContract } from "./sandbox-contract/isolation-contract.ts";
import type { SandboxUnderTest } from "./sandbox-contract/sandbox-under-test.ts";

/**
 * What every Sandbox owes those who run code in it. Each adapter's test calls this once, and says
 * why if something cannot be tested with it: that reason stands in the name of what is skipped.
 */
export function sandboxContract(name: string, under: SandboxUnderTest): void {
  describe(`${name} honours the Sandbox contract`, () => {
    channelsContract(under);
    endsContract(under);
    isolationContract(under);
  });
}
