import { describe, onTestFinished } from "vitest";
import type { Store } from "../stores/store.ts";
import { agentContract } from "./store-contract/agent-contract.ts";
import { approvalContract } from "./store-contract/approval-contract.ts";
import { attachmentContract } from "./store-contract/attachment-contract.ts";
import { auditContract } from "./store-contract/audit-contract.ts";
import { awaitedCallContract } from "./store-contract/awaited-call-contract.ts";
import { bundleContract } from "./store-contract/bundle-contract.ts";
import { changeSetContract } from "./store-contract/change-set-contract.ts";
import { checkpointContract } from "./store-contract/checkpoint-contract.ts";
import { contextContract } from "./store-contract/context-contract.ts";
import { customCapabilityContract } from "./store-contract/custom-capability-contract.ts";
import { delegationContract } from "./store-contract/delegation-contract.ts";
import { deliveryContract } from "./store-contract/delivery-contract.ts";
import { erasureContract } from "./store-contract/erasure-contract.ts";
import { eventContract } from "./store-contract/event-contract.ts";
import { fileContract } from "./store-contract/file-contract.ts";
import { folderContract } from "./store-contract/folder-contract.ts";
import { folderLockContract } from "./store-contract/folder-lock-contract.ts";
import { grantContract } from "./store-contract/grant-contract.ts";
import { hubContract } from "./store-contract/hub-contract.ts";
import { invocationContract } from "./store-contract/invocation-contract.ts";
import { journalContract } from "./store-contract/journal-contract.ts";
import { ledgerContract } from "./store-contract/ledger-contract.ts";
import { listingContract } from "./store-contract/listing-contract.ts";
import { mcpServerContract } from "./store-contract/mcp-server-contract.ts";
import { messageContract } from "./store-contract/message-contract.ts";
import { openingContract } from "./store-contract/opening-contract.ts";
import { principalContract } from "./store-contract/principal-contract.ts";
import { secretContract } from "./store-contract/secret-contract.ts";
import { seenToolContract } from "./store-contract/seen-tool-contract.ts";
import { sessionContract } from "./store-contract/session-contract.ts";
import { specContract } from "./store-contract/spec-contract.ts";
import { systemContract } from "./store-contract/system-contract.ts";
import { takeoverContract } from "./store-contract/takeover-contract.ts";
import { tokenContract } from "./store-contract/token-contract.ts";
import { toolNameContract } from "./store-contract/tool-name-contract.ts";
import { workContract } from "./store-contract/work-contract.ts";

/**
 * Behaviour every Store owes its callers. Each adapter's test calls this once; `open` gives an
 * empty store, which is closed when its test has finished.
 */
export function storeContract(name: string, open: () => Promise<Store>): void {
  const openForTest = async () => {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  };

  describe(`${name} honours the Store contract`, () => {
    journalContract(openForTest);
    agentContract(openForTest);
    principalContract(openForTest);
    tokenContract(openForTest);
    sessionContract(openForTest);
    specContract(openForTest);
    messageContract(openForTest);
    eventContract(openForTest);
    invocationContract(openForTest);
    ledgerContract(openForTest);
    approvalContract(openForTest);
    workContract(openForTest);
    grantContract(openForTest);
    openingContract(openForTest);
    secretContract(openForTest);
    systemContract(openForTest);
    takeoverContract(openForTest);
    seenToolContract(openForTest);
    listingContract(openForTest);
    toolNameContract(openForTest);
    awaitedCallContract(openForTest);
    mcpServerContract(openForTest);
    attachmentContract(openForTest);
    customCapabilityContract(openForTest);
    folderContract(openForTest);
    hubContract(openForTest);
    contextContract(openForTest);
    delegationContract(openForTest);
    fileContract(openForTest);
    bundleContract(openForTest);
    changeSetContract(openForTest);
    folderLockContract(openForTest);
    erasureContract(openForTest);
    deliveryContract(openForTest);
    auditContract(openForTest);
    checkpointContract(openForTest);
  });
}
