// What authors of adapters and capabilities test against; published as "capstan/testing".
export { agentContract } from "./agent-contract.ts";
export { type CapabilityCase, capabilityContract } from "./capability-contract.ts";
export { type ExecutorCases, executorContract, makeRequest } from "./executor-contract.ts";
export type { FakeFiles, HostFiles } from "./fake-files.ts";
export type { FakeProcess, FakeProgram } from "./fake-process.ts";
export { createFakeSandbox, type FakeSandboxOptions } from "./fake-sandbox.ts";
export { type At, faultyExecutor, faultyModel, faultyStore } from "./faults.ts";
export { fixedSource } from "./fixed-source.ts";
export { createManualClock, type ManualClock } from "./manual-clock.ts";
export { queueContract } from "./queue-contract.ts";
export { type ContractProgram, SANDBOX_PROGRAMS } from "./sandbox-contract/programs.ts";
export type { SandboxUnderTest } from "./sandbox-contract/sandbox-under-test.ts";
export { sandboxContract } from "./sandbox-contract.ts";
export { sourceContract } from "./source-contract.ts";
export { storeContract } from "./store-contract.ts";
export { createWitness, witnessed } from "./witness.ts";
