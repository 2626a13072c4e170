import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { API } from "../../src/app/features.ts";
import { openApiOf, pathOf } from "../../src/http/reference/openapi.ts";
import type { Endpoint } from "../../src/http/route.ts";

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Described = { readonly $ref?: string; readonly content?: Content };
type Operation = { readonly responses: Readonly<Record<string, Described>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

let published: ReturnType<typeof readPublished> | undefined;

/**
 * Throws unless an answer is one that `GET /openapi.json` publishes for its method, path and status.
 * Of an answer that is no JSON, only the media type is compared.
 */
export function assertPublished(
  method: string,
  path: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  body: unknown,
): void {
  // A file comes with its own type, which may be JSON.
  const isFile = headers.get("content-disposition")?.startsWith("attachment") ?? false;
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  if (mediaType === "") return;
  published ??= readPublished();
  const asked = `${method} ${path} answered ${status}, which /openapi.json does not publish`;
  const isJson = !isFile && /[/+]json$/.test(mediaType);
  const described = published.describe(method, path.split("?")[0] ?? "", status);
  // Pages of the console, and the document itself.
  if (!described && (!isJson || path === "/openapi.json")) return;
  const types = isFile ? [mediaType, "*/*"] : [mediaType];
  const schema = published.schemaOf(described, types);
  if (schema === undefined) throw new Error(`${asked}: no schema for ${status} ${mediaType}.`);
  const faults = isJson ? published.faultsOf(schema, body) : [];
  if (faults.length > 0) throw new Error(`${asked}:\n${faults.join("\n")}`);
}

function readPublished() {
  const endpoints = [...API.openEndpoints, ...API.routes];
  const { paths, components } = openApiOf(API, "0.0.0-test") as unknown as Document;
  // Without the examples, which are no schemas.
  const lookup = dereference({ components: { schemas: components.schemas } });
  const routes = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: patternOf(endpoint),
    responses: paths[pathOf(endpoint)]?.[endpoint.method.toLowerCase()]?.responses ?? {},
  }));
  const problem = components.responses.Problem;

  return {
    describe(method: string, path: string, status: number): Described | undefined {
      const route = routes.find((it) => it.method === method && it.pattern.test(path));
      if (!route) return undefined;
      return route.responses[status] ?? problem;
    },
    schemaOf(described = problem, types: readonly string[]): Schema | undefined {
      const content = Object.entries(described?.content ?? {});
      const schema = content.find(([type]) => types.includes(type))?.[1].schema;
      return components.schemas[schema?.$ref?.split("/").at(-1) ?? ""] ?? schema;
    },
    faultsOf(schema: Schema, body: unknown): string[] {
      const found = (shortCircuit: boolean) =>
        validate(body, schema, "2020-12", lookup, shortCircuit);
      return found(true).valid ? [] : told(found(false).errors);
    },
  };
}

/** `/v1/sessions/:id/files/:path{.+}`: in the order of the routes, as the server looks for them. */
function patternOf({ path }: Endpoint): RegExp {
  const source = path.replaceAll(/:\w+(?:\{([^}]*)\})?/g, (_, part = "[^/]+") => `(?:${part})`);
  return new RegExp(`^${source}$`);
}

/** The library tells every level on the way down; these only lead to what is wrong. */
const LEADING: ReadonlySet<string> = new Set([
  "properties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
]);

function told(errors: readonly OutputUnit[]): string[] {
  return errors
    .filter(({ keyword }) => !LEADING.has(keyword))
    .map(({ instanceLocation, keyword, error }) =>
      keyword === "false"
        ? `${instanceLocation} is not a published field.`
        : `${instanceLocation}: ${error}`,
    );
}
