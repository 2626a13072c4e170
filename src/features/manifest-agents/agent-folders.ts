import { CODE_FOLDER_AUDIT } from "../bundles/code-folder-audit.ts";
import type { FolderKindParts } from "../bundles/folder-kind.ts";
import { checkAgent, MINIMAL } from "./check/check-agent.ts";
import { checkAgentFolder } from "./check/check-agent-folder.ts";
import { loadAgent } from "./load-agent.ts";
import { testAgent } from "./tests/test-agent.ts";

const CODE = /^agent\.(?:py|ts|mts|js|mjs)$/;
const COMMANDS = /^commands(?:\.ya?ml$|\/)/;

export const agentFolders: FolderKindParts = {
  kind: "agent",
  hubKind: "agent",
  called: "a manifest agent",
  matches: (names) =>
    names.includes("manifest.json") &&
    names.some((name) => CODE.test(name)) &&
    !names.some((name) => COMMANDS.test(name)),
  needs: {
    called: "an agent",
    fields: ["name", "actions"],
    file: "a file agent.py, agent.ts or agent.js",
  },
  load: loadAgent,
  check: checkAgentFolder,
  test: testAgent,
  permissionProblems: (read) =>
    checkAgent(read).find(({ item }) => item === MINIMAL)?.problems ?? [],
  slug: "conflict",
  scope: "admin",
  foundIn: ["shipped", "home"],
  listsBroken: true,
  audit: CODE_FOLDER_AUDIT,
};
