import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { BuiltinCapability, BuiltinTool } from "../features/builtin-capability.ts";

export type WitnessOptions = {
  /** Called after the line was written and before the tool answers: a place to die. */
  readonly afterWrite?: () => void | Promise<void>;
};

/**
 * A capability whose effect can be counted: each run appends a line to a file. What the file says
 * happened, happened, whatever anyone recorded.
 */
export function createWitness(
  file: string,
  { afterWrite }: WitnessOptions = {},
): BuiltinCapability {
  const tool = (name: string, rest: Partial<BuiltinTool>): BuiltinTool => ({
    name,
    description: `Appends a line to the witness file (${name}).`,
    riskLevel: "HIGH",
    sideEffectTags: ["fs.write"],
    inputSchema: {
      type: "object",
      properties: { line: { type: "string" } },
      required: ["line"],
      additionalProperties: false,
    },
    async run({ line }, { idempotencyKey, dryRun }) {
      if (dryRun) return { written: false };
      appendFileSync(file, `${name} ${line} ${idempotencyKey}\n`);
      await afterWrite?.();
      return { written: true };
    },
    ...rest,
  });
  return {
    id: "witness",
    name: "Witness",
    description: "Leaves a line in a file each time it runs.",
    status: "available",
    tools: [
      tool("append", {}),
      tool("append_freely", { riskLevel: "MED" }),
      tool("append_idempotent", { riskLevel: "MED", behaviour: { idempotent: true } }),
      tool("append_critical", { riskLevel: "CRITICAL" }),
      tool("rehearse", { riskLevel: "MED", behaviour: { dryRun: true } }),
      tool("look", {
        riskLevel: "LOW",
        sideEffectTags: [],
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        behaviour: { readOnly: true },
        run: () => ({ lines: witnessed(file).length }),
      }),
    ],
  };
}

/** The lines of a witness file; none when it does not exist. */
export function witnessed(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
