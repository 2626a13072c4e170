import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonValue } from "../base/json.ts";
import { parseTemplate, type TemplatePart } from "../base/template.ts";
import { CustomManifest, type CustomTool } from "./custom-capability.ts";
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
    yield* urlProblems(tool, at("http.url"));
    yield* placeProblems(tool, config, at("http"));
    const bodiless = tool.http.method === "GET" || tool.http.method === "HEAD";
    if (bodiless && tool.http.body !== undefined) {
      const message = `"${tool.name}": a ${tool.http.method} request has no body.`;
      yield { field: at("http.body"), message };
    }
  }
}

/** Whom a tool talks to is said here, never by an input: no place may stand in the host. */
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+(?=[/?#]|$)/;

function* urlProblems({ name, http }: CustomTool, field: string): Generator<Problem> {
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
  { name, input_schema, http }: CustomTool,
  config: JsonSchema | undefined,
  field: string,
): Generator<Problem> {
  const known = { input: keysOf(input_schema), config: keysOf(config) };
  for (const part of templatesIn(http).flatMap(parseTemplate)) {
    if (part.type === "text" || part.type === "secret" || known[part.type].has(part.name)) continue;
    yield { field, message: `"${name}": ${missing(part)}` };
  }
}

function missing(part: Extract<TemplatePart, { name: string }>): string {
  return part.type === "config"
    ? `"{{config.${part.name}}}" is not a property of the capability's config_schema.`
    : `"{{${part.name}}}" is not a property of its input_schema.`;
}

function templatesIn({ url, query = {}, headers = {}, body }: CustomTool["http"]): string[] {
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
