import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";
import { ROUTES } from "./app.ts";

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
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
    const routes = ROUTES.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    expect(described.sort()).toEqual(routes.sort());
    const ids = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
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
    expect(schemaProblems(schema, body)).toEqual([]);
  });
});

describe("/docs", () => {
  test("shows every endpoint without a script or a request to anywhere else", async () => {
    const { body, headers } = await api.get<string>("/docs", { as: null });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(body).not.toMatch(/<script|https?:\/\//);
    for (const { method, path } of ROUTES) {
      expect(body).toContain(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    }
  });
});
