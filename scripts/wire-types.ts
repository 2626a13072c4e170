import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type * as z from "zod";
import { API } from "../src/app/features.ts";
import type { Endpoint } from "../src/http/route.ts";
import { bareTypeText, isOptional, type Names, typeText } from "./type-text.ts";

export const WIRE_FILE = "src/http/client/wire.ts";

const ROOT = join(import.meta.dirname, "..");
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

const BEGINNING = `// Made from the route table by \`npm run wire\`: change the table, and run it again.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** What every list answers. */
export type List<T> = { readonly items: readonly T[]; readonly total: number };
`;

/** The types of all that travels over HTTP, as the text of a file. */
export function wireTypes(): string {
  const names: Names = new Map(Object.entries(API.nouns).map(([name, schema]) => [schema, name]));
  const nouns = Object.entries(API.nouns).map(
    ([name, schema]) => `export type ${name} = ${bareTypeText(schema, "output", names)};\n`,
  );
  const routes = [...API.routes, ...API.openEndpoints].map((endpoint) =>
    routeText(endpoint, names),
  );
  return format(`${BEGINNING}
${nouns.join("\n")}
/** What each endpoint takes and answers; \`Response\` where that is not one JSON value. */
export type Routes = {
${routes.join("\n")}
};
`);
}

function routeText(endpoint: Endpoint, names: Names): string {
  const { method, path, params, query, body, takesFile, answer } = endpoint;
  const parts = [
    // Nothing can be left out of a path.
    ...(params ? [`readonly params: ${typeText(params, "output", names)};`] : []),
    ...partText("query", query, names),
    ...(takesFile ? [fileText(body, names)] : partText("body", body, names)),
    `readonly answer: ${answer ? typeText(answer, "output", names) : "Response"};`,
  ];
  return `readonly "${method} ${path}": {\n${parts.join("\n")}\n};`;
}

function fileText(body: z.ZodType | undefined, names: Names): string {
  return `readonly body: ${body ? `${typeText(body, "input", names)} | Blob` : "Blob"};`;
}

function partText(name: "query" | "body", schema: z.ZodType | undefined, names: Names): string[] {
  if (!schema) return [];
  const mark = mayBeLeftOut(schema) ? "?" : "";
  return [`readonly ${name}${mark}: ${typeText(schema, "input", names)};`];
}

/** The server reads no body and no query as empty ones. */
function mayBeLeftOut(schema: z.ZodType): boolean {
  const { shape } = schema.def as { shape?: Record<string, z.ZodType> };
  return shape !== undefined && Object.values(shape).every((field) => isOptional(field, "input"));
}

function format(text: string): string {
  const args = [BIOME, "format", `--stdin-file-path=${WIRE_FILE}`];
  return execFileSync(process.execPath, args, { cwd: ROOT, input: text, encoding: "utf8" });
}
