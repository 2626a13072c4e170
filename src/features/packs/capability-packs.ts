import { PACKS_CAPABILITY } from "../../schema/pack.ts";
import type { JsonSchema } from "../../schema/tool.ts";
import type { BuiltinCapability, ExecutedTool } from "../builtin-capability.ts";

const PACK_ID = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "The pack_id of an attached pack.",
} as const;

const MAX_LENGTH = 500_000;
const EXEC_SECONDS = 60;
const READS = { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 } as const;

function inputs(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties: { pack_id: PACK_ID, ...properties },
    required: ["pack_id", ...required],
    additionalProperties: false,
  };
}

const openDocs: ExecutedTool = {
  name: "open_docs",
  calledAs: `${PACKS_CAPABILITY}.open_docs`,
  description: "Opens the entry doc of an attached pack: what it does, and how it is done.",
  examples: ["open the docs of {pack_id}", "open {pack_id}"],
  inputSchema: inputs({}),
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: READS,
  execution: { type: "pack", act: "open_docs" },
};

const readFile: ExecutedTool = {
  name: "read_file",
  calledAs: `${PACKS_CAPABILITY}.read_file`,
  description:
    "Reads a file of an attached pack: text as it is, anything else in base64. A large file comes in pieces; go on at next_offset.",
  inputSchema: inputs(
    {
      path: {
        type: "string",
        minLength: 1,
        maxLength: 1_024,
        description: "From the pack's folder on, such as docs/setup.md.",
      },
      offset: { type: "integer", minimum: 0, description: "The byte to begin at; 0 without it." },
      length: {
        type: "integer",
        minimum: 1,
        maximum: MAX_LENGTH,
        description: "How many bytes at most; 100,000 without it.",
      },
    },
    ["path"],
  ),
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: READS,
  execution: { type: "pack", act: "read_file" },
};

const enableTools: ExecutedTool = {
  name: "enable_tools",
  calledAs: `${PACKS_CAPABILITY}.enable_tools`,
  description:
    "Makes the tools of an attached pack yours. They can be called from your next answer on.",
  examples: ["use {pack_id}", "use the tools of {pack_id}", "enable the tools of {pack_id}"],
  inputSchema: inputs({}),
  riskLevel: "LOW",
  behaviour: { readOnly: false, idempotent: true, dryRun: true, timeoutMs: 30_000 },
  execution: { type: "pack", act: "enable_tools" },
};

const execBestEffort: ExecutedTool = {
  name: "exec_best_effort",
  calledAs: `${PACKS_CAPABILITY}.exec_best_effort`,
  description:
    "Runs a program for an attached pack that has no tool for it. Each argument is passed as it is, without a shell. {{pack_root}} stands for the pack's folder, which is read-only, {{workspace}} for the workspace.",
  inputSchema: inputs(
    {
      command: {
        type: "string",
        minLength: 1,
        maxLength: 1_000,
        description: "A program's name, or its path: {{pack_root}}/scripts/report.sh.",
      },
      args: { type: "array", items: { type: "string", maxLength: 10_000 }, maxItems: 200 },
      cwd_policy: {
        type: "string",
        enum: ["workspace", "pack_root"],
        description: "Where it runs; in the workspace without it.",
      },
    },
    ["command"],
  ),
  riskLevel: "HIGH",
  sideEffectTags: ["system.exec"],
  behaviour: { dryRun: true, timeoutMs: (EXEC_SECONDS + 10) * 1_000 },
  execution: {
    type: "command",
    call: { command: "true", timeout_s: EXEC_SECONDS },
    from_inputs: true,
  },
};

/** What a model does with packs, in the order in which it should (P17–P22). */
export const capabilityPacks: BuiltinCapability = {
  id: PACKS_CAPABILITY,
  name: "Capability packs",
  description: "Opens and uses the packs that are attached to a session.",
  status: "available",
  perSession: true,
  icon: "package",
  category: "Packs",
  tools: [openDocs, readFile, enableTools, execBestEffort],
};
