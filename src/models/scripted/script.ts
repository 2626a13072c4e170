import { readFileSync, statSync } from "node:fs";
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

const MAX_BYTES = 10_000_000;

/** A device or a pipe would be read for ever. */
function describeFile(file: string) {
  const stats = statSync(file);
  return { size: stats.size, isFile: stats.isFile() };
}

export function readScript(file: string): Script {
  try {
    const { size, isFile } = describeFile(file);
    if (!isFile || size > MAX_BYTES)
      throw new Error(`It must be a file of up to ${MAX_BYTES} bytes.`);
    return Script.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    const message = `The scripted model's file "${file}" cannot be used: ${why}`;
    throw new CapstanError("SETTINGS_INVALID", message, { cause });
  }
}
