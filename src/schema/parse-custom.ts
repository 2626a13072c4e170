import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonValue } from "../base/json.ts";
import { parseTemplate, type TemplatePart } from "../base/template.ts";
import { type CommandCall, RESERVED_PLACES } from "./command-call.ts";
import { CustomManifest, type CustomTool } from "./custom-capability.ts";
import type { HttpCall } from "./http-call.ts";
import type { JsonSchema } from "./tool.ts";

type Problem = { readonly field: string; readonly message: string };

/** Reads a manifest; CAPABILITY_INVALID names the first field that is wrong. */
export function parseCustom(value: unknown): CustomManifest {
  const result = CustomManifest.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const field = issue?.path.join(".") || "manifest";
    const said = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
    throw invalid({ field, message: `"${field}": ${said}.` });
  }
  const [problem] = problemsOf(result.data);
  if (problem) throw invalid(problem);
  return result.data;
}

function invalid({ field, message }: Problem): CapstanError {
  return new CapstanError("CAPABILITY_INVALID", message, { details: { field } });
}

function* problemsOf({ tools, config_schema: config }: CustomManifest): Generator<Problem> {
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const at = (field: string) => `tools.${index}.${field}`;
    if (names.has(tool.name)) {
      yield { field: at("name"), message: `Two tools are called "${tool.name}".` };
    }
    names.add(tool.name);
    if (tool.input_schema.type !== "object") {
      const message = `The input schema of "${tool.name}" must say "type": "object".`;
      yield { field: at("input_schema"), message };
    }
    if ((tool.http === undefined) === (tool.exec === undefined)) {
      const message = `"${tool.name}" needs either "http", a request, or "exec", a program: one of them.`;
      yield { field: at("http"), message };
    }
    if (tool.http) yield* requestProblems(tool, tool.http, config, at);
    if (tool.exec) yield* commandProblems(tool, tool.exec, config, at("exec"));
  }
}

function* requestProblems(
  tool: CustomTool,
  http: HttpCall,
  config: JsonSchema | undefined,
  at: (field: string) => string,
): Generator<Problem> {
  yield* urlProblems(tool.name, http, at("http.url"));
  yield* placeProblems(tool, templatesIn(http), config, at("http"));
  const bodiless = http.method === "GET" || http.method === "HEAD";
  if (bodiless && http.body !== undefined) {
    const message = `"${tool.name}": a ${http.method} request has no body.`;
    yield { field: at("http.body"), message };
  }
}

/** What is wrong with a program that is a tool. `hasFolder`: it belongs to one, such as a pack's. */
export function* commandProblems(
  tool: Pick<CustomTool, "name" | "input_schema">,
  { command, args, env = {}, cwd, shell }: CommandCall,
  config: JsonSchema | undefined,
  field: string,
  { hasFolder }: { readonly hasFolder: boolean } = { hasFolder: false },
): Generator<Problem> {
  const { name } = tool;
  // What runs is said here, never by an input: neither the program nor a line for a shell.
  const program = hasFolder ? command.replace(/^\{\{pack_root\}\}\//, "") : command;
  if (parseTemplate(program).some((part) => part.type !== "text")) {
    const what = shell ? "the line for the shell" : "the program";
    yield { field, message: `"${name}": ${what} must be written out; inputs go into "args".` };
  }
  const namesFolder = [command, ...args].some((text) => text.includes("{{pack_root}}"));
  if (!hasFolder && (cwd === "pack_root" || namesFolder)) {
    yield { field, message: `"${name}": there is no pack_root: this capability has no folder.` };
  }
  if (args.flatMap(parseTemplate).some((part) => part.type === "secret")) {
    const message = `"${name}": a secret belongs in "env": arguments can be read by others.`;
    yield { field, message };
  }
  for (const key of keysOf(tool.input_schema)) {
    if (!RESERVED_PLACES.has(key)) continue;
    yield { field, message: `"${name}": an input cannot be called "${key}", which is reserved.` };
  }
  const templates = [...args, ...Object.values(env)].map((text) =>
    text.replaceAll("{{workspace}}", "").replaceAll(hasFolder ? "{{pack_root}}" : "\0", ""),
  );
  yield* placeProblems(tool, templates, config, field);
}

/** Whom a tool talks to is said here, never by an input: no place may stand in the host. */
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+(?=[/?#]|$)/;

function* urlProblems(name: string, http: HttpCall, field: string): Generator<Problem> {
  const parts = parseTemplate(http.url);
  const [first] = parts;
  const start = first?.type === "text" ? first.text : "";
  const origin = ORIGIN.exec(start)?.[0];
  const isWhole = parts.length === 1 || (origin !== undefined && start.length > origin.length);
  if (!origin || !isWhole || !URL.canParse(origin)) {
    const message = `"${name}": the URL must begin with http:// or https:// and a host that is written out.`;
    yield { field, message };
  }
  if (parts.some((part) => part.type === "secret")) {
    const message = `"${name}": a secret belongs in a header, the query or the body, not in the URL.`;
    yield { field, message };
  }
}

function* placeProblems(
  { name, input_schema }: Pick<CustomTool, "name" | "input_schema">,
  templates: readonly string[],
  config: JsonSchema | undefined,
  field: string,
): Generator<Problem> {
  const known = { input: keysOf(input_schema), config: keysOf(config) };
  for (const part of templates.flatMap(parseTemplate)) {
    if (part.type === "text" || part.type === "secret" || known[part.type].has(part.name)) continue;
    yield { field, message: `"${name}": ${missing(part)}` };
  }
}

function missing(part: Extract<TemplatePart, { name: string }>): string {
  return part.type === "config"
    ? `"{{config.${part.name}}}" is not a property of the capability's config_schema.`
    : `"{{${part.name}}}" is not a property of its input_schema.`;
}

function templatesIn({ url, query = {}, headers = {}, body }: HttpCall): string[] {
  return [url, ...Object.values(query), ...Object.values(headers), ...textsIn(body)];
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function keysOf(schema: JsonSchema | undefined): ReadonlySet<string> {
  const properties = schema?.properties;
  return new Set(isJsonObject(properties) ? Object.keys(properties) : []);
}
