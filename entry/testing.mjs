import { load } from "./load.mjs";

export const {
  SANDBOX_PROGRAMS,
  agentContract,
  capabilityContract,
  createFakeSandbox,
  createManualClock,
  createWitness,
  executorContract,
  faultyExecutor,
  faultyModel,
  faultyStore,
  fixedSource,
  makeRequest,
  queueContract,
  sandboxContract,
  sourceContract,
  storeContract,
  witnessed,
} = load("../src/testing/index.ts", "../dist/testing/index.js");
