import { readFileSync } from "node:fs";
import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";

const Texts = z.union([z.string(), z.array(z.string())]);

const ScriptStep = z.strictObject({
  text: z.string().optional(),
  tool_calls: z.array(z.strictObject({ name: z.string(), input: z.json().default({}) })).optional(),
  expect: z
    .strictObject({
      tools_include: z.array(z.string()).optional(),
      tools_exclude: z.array(z.string()).optional(),
      system_includes: Texts.optional(),
      last_result_includes: Texts.optional(),
    })
    .optional(),
});
export type ScriptStep = z.infer<typeof ScriptStep>;

/** A scripted model's file. */
export const Script = z.strictObject({ steps: z.array(ScriptStep) });
export type Script = z.infer<typeof Script>;

export function readScript(file: string): Script {
  try {
    return Script.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    const message = `The scripted model's file "${file}" cannot be used: ${why}`;
    throw new CapstanError("SETTINGS_INVALID", message, { cause });
  }
}
