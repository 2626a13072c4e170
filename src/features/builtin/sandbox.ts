import type { BuiltinCapability } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

const MAX_CODE = 100_000;
/** The longest that an agent may be configured to wait; the box itself ends at what is configured. */
const MAX_SECONDS = 600;

/** Code that a model writes, run where it can do no harm (E23). */
export const sandbox: BuiltinCapability = {
  id: BUILTIN_IDS.sandbox,
  name: "Sandbox",
  description: "Runs code where it can do no harm.",
  status: "available",
  icon: "box",
  category: "Execution",
  systemPrompt:
    "You can run code safely in a sandbox with execute_code: JavaScript always, Python and shell " +
    "where this machine has them. In a session, Python and shell work on its files. There is no network unless some was given. Print " +
    "what you want to know.",
  configSchema: {
    type: "object",
    properties: {
      timeout_s: {
        type: "number",
        minimum: 1,
        maximum: MAX_SECONDS,
        default: 30,
        description: "The longest that a program may run, in seconds.",
      },
      memory_mb: {
        type: "integer",
        minimum: 64,
        maximum: 8192,
        default: 512,
        description: "The most memory that a program may hold, in megabytes.",
      },
      hosts: {
        type: "array",
        items: { type: "string", maxLength: 300 },
        maxItems: 50,
        default: [],
        description: "Hosts that Python and shell may reach, each as host or host:port.",
      },
    },
    additionalProperties: false,
  },
  tools: [
    {
      name: "execute_code",
      description:
        "Runs a program and answers what it printed and how it ended. In a session, Python and shell find its files in the working folder.",
      examples: [
        "run this {language} code: {code}",
        "execute in {language}: {code}",
        "what does this {language} program print: {code}",
      ],
      inputSchema: {
        type: "object",
        properties: {
          language: { type: "string", enum: ["javascript", "python", "shell"] },
          code: { type: "string", minLength: 1, maxLength: MAX_CODE },
        },
        required: ["language", "code"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          ok: { type: "boolean" },
          exit_code: { type: ["integer", "null"] },
          signal: { type: "string" },
          stdout: { type: "string" },
          stderr: { type: "string" },
          truncated: { type: "boolean" },
          timed_out: { type: "boolean" },
        },
        required: ["ok", "exit_code", "stdout", "stderr", "truncated", "timed_out"],
        additionalProperties: false,
      },
      riskLevel: "HIGH",
      sideEffectTags: ["system.exec"],
      behaviour: { timeoutMs: (MAX_SECONDS + 10) * 1_000 },
      execution: { type: "code" },
    },
  ],
};
