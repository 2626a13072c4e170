import type { JsonObject } from "../../src/base/json.ts";
import type { RiskLevel } from "../../src/schema/risk-level.ts";
import type { SideEffect } from "../../src/schema/side-effect.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { makeTool } from "../../src/testing/make-tool.ts";

type Invented = {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly properties: JsonObject;
  readonly required?: readonly string[];
  /** Left out: it only reads. */
  readonly effect?: SideEffect;
  readonly risk?: RiskLevel;
};

export function inventTool(made: Invented): Tool {
  const { name, description, examples, properties, required = [], effect, risk } = made;
  return makeTool({
    name,
    description,
    examples: [...examples],
    sourceId: "invented",
    inputSchema: {
      type: "object",
      properties,
      required: [...required],
      additionalProperties: false,
    },
    riskLevel: risk ?? (effect ? "MED" : "LOW"),
    sideEffectTags: effect ? [effect] : [],
    behaviour: { readOnly: !effect, idempotent: !effect, dryRun: false, timeoutMs: 1_000 },
  });
}
