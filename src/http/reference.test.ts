import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";
import { ROUTES } from "./app.ts";
import { NOUNS } from "./nouns.ts";
import { pathOf } from "./openapi.ts";

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  components: { schemas: Record<string, object> };
};

let api: Api;
let document: Document;
beforeAll(async () => {
  api = await openApi();
  document = (await api.get<Document>("/openapi.json", { as: null })).body;
});
afterAll(() => api.close());

describe("/openapi.json", () => {
  test("is OpenAPI 3.1 and has every endpoint, each with an id of its own", () => {
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = ROUTES.map((route) => `${route.method} ${pathOf(route)}`);
    expect(described.sort()).toEqual(routes.sort());
    expect(described).toContain("GET /v1/sessions/{id}/files/{path}");
    const ids = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-zA-Z0-9]+$/.test(id))).toEqual([]);
  });

  test("names fields as they stand on the wire", () => {
    const text = JSON.stringify(document);
    for (const field of ["resume_token", "system_prompt", "risk_level", "expires_in_s"]) {
      expect(text).toContain(`"${field}"`);
    }
    expect(text).not.toMatch(/"(?:resumeToken|systemPrompt|riskLevel)"/);
  });

  test("an answer fits the schema that is told of it", async () => {
    const { schemaProblems } = await import("../runtime/schema-problems.ts");
    const { body } = await api.get<never>("/v1/tools?limit=2");
    const schema = Object(document.paths["/v1/tools"]?.get?.responses)["200"].content[
      "application/json"
    ].schema;
    const whole = { ...schema, components: document.components };
    expect(schemaProblems(whole, body)).toEqual([]);
    expect(schemaProblems(whole, { items: [{ tool_id: 1 }], total: 1 } as never)).not.toEqual([]);
  });

  test("names each noun once, and every reference leads to one", () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(["Problem", "Json", ...Object.keys(NOUNS)]);
    const named = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`));
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to = ""]) => to);
    expect(references).toContain("#/components/schemas/Tool");
    expect(references.filter((to) => !named.has(to))).toEqual([]);
    expect(text).not.toContain('"$defs"');
  });
});

describe("/docs", () => {
  test("shows every endpoint without a script or a request to anywhere else", async () => {
    const { body, headers } = await api.get<string>("/docs", { as: null });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(body).not.toMatch(/<script|https?:\/\//);
    for (const route of ROUTES) expect(body).toContain(`${route.method} ${pathOf(route)}`);
    for (const name of Object.keys(NOUNS)) expect(body).toContain(`<summary>${name}</summary>`);
  });
});
