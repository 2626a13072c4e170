import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import { parseTemplate } from "../../base/template.ts";
import type { HttpCall } from "../../schema/http-call.ts";
import { assertFillable } from "./assert-fillable.ts";
import { filling, textOf, type Values } from "./template-values.ts";

export type Rendered = {
  readonly url: string;
  readonly method: HttpCall["method"];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Fills a request. What is left out of the input leaves its header, query or body field out. */
export function renderRequest(call: HttpCall, values: Values): Rendered {
  assertFillable(call, values);
  const url = new URL(renderUrl(call.url, values));
  for (const [name, template] of Object.entries(call.query ?? {})) {
    const value = renderText(template, values);
    if (value !== undefined) url.searchParams.append(name, value);
  }
  const headers: [string, string][] = [];
  for (const [name, template] of Object.entries(call.headers ?? {})) {
    const value = renderText(template, values);
    if (value !== undefined) headers.push([name.toLowerCase(), headerValue(name, value)]);
  }
  const body = call.body === undefined ? undefined : renderBody(call.body, values);
  const isJson = body !== undefined && typeof call.body !== "string";
  return {
    url: url.href,
    method: call.method,
    headers: Object.fromEntries([
      ...(isJson ? [["content-type", "application/json"] as const] : []),
      ...headers,
    ]),
    ...(body !== undefined && { body }),
  };
}

/** An input fills one piece of the path or the query: it cannot add a segment, nor leave one. */
function renderUrl(template: string, values: Values): string {
  return parseTemplate(template)
    .map((part) => {
      if (part.type === "text") return part.text;
      const value = textOf(filling(part, values)) ?? "";
      if (value === "" || value === "." || value === "..") {
        const message = `"${part.name}" stands in the address and must not be ${value === "" ? "empty" : `"${value}"`}.`;
        throw new CapstanError("INPUT_INVALID", message, { details: { field: part.name } });
      }
      return encodeURIComponent(value);
    })
    .join("");
}

/** Undefined when an input that the text needs was not given. */
function renderText(template: string, values: Values): string | undefined {
  let text = "";
  for (const part of parseTemplate(template)) {
    const piece = part.type === "text" ? part.text : textOf(filling(part, values));
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}

function renderBody(template: JsonValue, values: Values): string | undefined {
  if (typeof template === "string") return renderText(template, values);
  const filled = fill(template, values);
  return filled === undefined ? undefined : JSON.stringify(filled);
}

function fill(template: JsonValue, values: Values): JsonValue | undefined {
  if (typeof template === "string") {
    const [part, ...more] = parseTemplate(template);
    const isWhole = part !== undefined && more.length === 0 && part.type !== "text";
    return isWhole ? filling(part, values) : renderText(template, values);
  }
  if (Array.isArray(template)) return template.flatMap((item) => fill(item, values) ?? []);
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]) => {
      const filled = fill(value, values);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

/** A line break in a header would begin another header. */
function headerValue(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  const message = `The header "${name}" would hold a character that no header may hold.`;
  throw new CapstanError("INPUT_INVALID", message);
}
