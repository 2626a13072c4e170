import { type JsonObject, parseJson } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";
import type { Bundle } from "../../schema/bundle.ts";
import { createValidator } from "../../schema/json-schema/create-validator.ts";
import { createPatterns, type Patterns } from "../../schema/json-schema/patterns.ts";
import { TOOLS_JSON } from "../../schema/pack.ts";
import { type PackExample, type PackTool, PackTools } from "../../schema/pack-tools.ts";
import { commandProblems } from "../../schema/parse-custom.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";

/** The tools of a pack; or what is wrong with its `tools.json`, and what to change (P43). */
export type ReadTools =
  | { readonly tools: readonly SourcedTool[] }
  | { readonly problem: string; readonly field: string };

type Files = {
  readonly bundle: Bundle;
  /** By digest. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
};

type ToolExamples = { readonly tool: string; readonly examples: readonly PackExample[] };

const MAX_BYTES = 1_000_000;
const ENDING_S = 10;
const MAX_SAID = 500;

/** Undefined where the pack has no `tools.json`. Nothing of it is run to be read. */
export function readToolsJson({ bundle, contents }: Files): ReadTools | undefined {
  const file = bundle.files.find(({ path }) => path === TOOLS_JSON);
  const bytes = file && contents.get(file.digest);
  if (!bytes) return undefined;
  if (bytes.byteLength > MAX_BYTES) return wrong("it has more than 1,000,000 bytes");
  const parsed = parse(bytes);
  if (!parsed.success) {
    const { field, message } = parsed;
    return wrong(`"${field}": ${message}`, field);
  }
  const [problem] = problemsOf(parsed.data, bundle);
  if (problem) return wrong(problem.message, problem.field);
  return { tools: parsed.data.tools.map((tool) => describeTool(tool, bundle.digest)) };
}

export function readExamples({ bundle, contents }: Files): readonly ToolExamples[] {
  const file = bundle.files.find(({ path }) => path === TOOLS_JSON);
  const bytes = file && contents.get(file.digest);
  const parsed = bytes && bytes.byteLength <= MAX_BYTES ? parse(bytes) : undefined;
  if (!parsed?.success) return [];
  return parsed.data.tools.map(({ name, examples = [] }) => ({ tool: name, examples }));
}

function wrong(message: string, field = TOOLS_JSON): ReadTools {
  const said = cutLine(oneLine(message), MAX_SAID).replace(/\.$/, "");
  return { problem: `"${TOOLS_JSON}" cannot be used: ${said}.`, field };
}

type Parsed =
  | { readonly success: true; readonly data: PackTools }
  | { readonly success: false; readonly field: string; readonly message: string };

function parse(bytes: Uint8Array): Parsed {
  try {
    const result = PackTools.safeParse(parseJson(decodeDoc(bytes).text));
    if (result.success) return { success: true, data: result.data };
    const [issue] = result.error.issues;
    const field = issue?.path.join(".") || TOOLS_JSON;
    const said = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
    return { success: false, field, message: said ?? "is wrong" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { success: false, field: TOOLS_JSON, message };
  }
}

type Problem = { readonly field: string; readonly message: string };

function* problemsOf({ tools }: PackTools, bundle: Bundle): Generator<Problem> {
  const paths = new Set(bundle.files.map(({ path }) => path));
  const names = new Set<string>();
  const patterns = createPatterns();
  for (const [index, tool] of tools.entries()) {
    const at = (field: string) => `tools.${index}.${field}`;
    if (names.has(tool.name)) {
      yield { field: at("name"), message: `two tools are called "${tool.name}"` };
    }
    names.add(tool.name);
    const { inputSchema, outputSchema, exec } = tool;
    if (inputSchema.type !== "object") {
      const message = `the inputSchema of "${tool.name}" must say "type": "object"`;
      yield { field: at("inputSchema"), message };
    }
    yield* schemaProblems(inputSchema, at("inputSchema"), patterns);
    if (outputSchema) yield* schemaProblems(outputSchema, at("outputSchema"), patterns);
    const described = { name: tool.name, input_schema: inputSchema };
    yield* commandProblems(described, exec, undefined, at("exec"), { hasFolder: true });
    for (const text of [exec.command, ...exec.args]) {
      const [, path] = /^\{\{pack_root\}\}\/([^{}]+)$/.exec(text) ?? [];
      if (path === undefined || paths.has(path) || isFolder(path, paths)) continue;
      yield { field: at("exec"), message: `"${path}" is not in the folder` };
    }
  }
}

function isFolder(path: string, paths: ReadonlySet<string>): boolean {
  const start = `${path.replace(/\/$/, "")}/`;
  return [...paths].some((one) => one.startsWith(start));
}

/** A schema that cannot be used would fail in the middle of somebody's call. */
function* schemaProblems(
  schema: JsonObject,
  field: string,
  patterns: Patterns,
): Generator<Problem> {
  try {
    createValidator(schema, { first: true, patterns })({});
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    yield { field, message: `"${field}" is not a JSON Schema that can be used: ${why}` };
  }
}

function describeTool(tool: PackTool, bundle: string): SourcedTool {
  const exec: Omit<PackTool["exec"], "shell"> = tool.exec;
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    ...(tool.risk_level && { declaredRisk: tool.risk_level }),
    ...(tool.side_effect_tags && { declaredEffects: tool.side_effect_tags }),
    permissions: ["system.exec", ...(exec.network?.length ? ["network"] : [])],
    // It is ended before the gate loses patience; its dry run shows the command.
    behaviour: { dryRun: true, timeoutMs: (exec.timeout_s + ENDING_S) * 1_000 },
    execution: { type: "command", call: exec as JsonObject, bundle },
  };
}
