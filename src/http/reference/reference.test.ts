import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../../test/open-api.ts";
import { API } from "../../app/features.ts";
import type { JsonObject } from "../../base/json.ts";
import { pathOf } from "./openapi.ts";

type Content = Record<string, { schema: JsonObject; example?: unknown }>;

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; description: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: JsonObject };
};

let api: Api;
let document: Document;
beforeAll(async () => {
  api = await openApi();
  document = (await api.get<Document>("/openapi.json", { as: null })).body;
});
afterAll(() => api.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe("/openapi.json", () => {
  test("is OpenAPI 3.1 and has every endpoint, each with an id of its own", () => {
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = [...API.routes, ...API.openEndpoints].map(
      (route) => `${route.method} ${pathOf(route)}`,
    );
    expect(described.sort()).toEqual(routes.sort());
    expect(described).toContain("GET /v1/sessions/{id}/files/{path}");
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    // A verb and a noun: what a generated client calls its functions.
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)+$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["listSessions", "getSession", "runApproval"]));
  });

  test("every part of a path is declared, and every parameter says what it is for", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const declared = parameters.filter((it) => it.in === "path").map(({ name }) => name);
        expect(declared, path).toEqual(parts);
        expect(parameters.filter(({ description }) => description === "")).toEqual([]);
      }
    }
  });

  test("every operation answers problems as problems, shows what to send and what comes back", () => {
    const problem = { $ref: "#/components/responses/Problem" };
    for (const { operationId, responses, requestBody } of operations()) {
      expect(responses, operationId).toMatchObject({ "4XX": problem, default: problem });
      const [answer] = Object.values(responses).flatMap(({ content }) =>
        content ? [content] : [],
      );
      const json = answer?.["application/json"];
      if (json) expect(json.example, operationId).toBeDefined();
      const body = requestBody?.content["application/json"];
      if (body) expect(body.example, operationId).toBeDefined();
    }
  });

  test("names fields as they stand on the wire", () => {
    const text = JSON.stringify(document);
    for (const field of ["resume_token", "system_prompt", "risk_level", "expires_in_s"]) {
      expect(text).toContain(`"${field}"`);
    }
    expect(text).not.toMatch(/"(?:resumeToken|systemPrompt|riskLevel)"/);
  });

  test("an answer fits the schema that is told of it", async () => {
    const { schemaProblems } = await import("../../gate/inputs/schema-problems.ts");
    const { body } = await api.get<never>("/v1/tools?limit=2");
    const schema =
      document.paths["/v1/tools"]?.get?.responses["200"]?.content?.["application/json"]?.schema;
    const whole = { ...schema, components: document.components };
    expect(schemaProblems(whole, body)).toEqual([]);
    expect(schemaProblems(whole, { items: [{ tool_id: 1 }], total: 1 } as never)).not.toEqual([]);
  });

  test("names each noun once, and every reference leads to one", () => {
    const { schemas } = document.components;
    const nouns = ["Problem", "Json", ...Object.keys(API.nouns)];
    expect(Object.keys(schemas).slice(0, nouns.length)).toEqual(nouns);
    // Beside them only what one operation takes or answers, and lists.
    expect(
      Object.keys(schemas)
        .slice(nouns.length)
        .filter((name) => !/(Body|Answer|List)$/.test(name)),
    ).toEqual([]);
    const named = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`));
    named.add("#/components/responses/Problem");
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
    expect(body).not.toMatch(/<script|(?:src|href)="https?:/);
    for (const { id, method, ...route } of [...API.routes, ...API.openEndpoints]) {
      expect(body).toContain(`id="${id}"`);
      expect(body).toContain(`<b>${method}</b> ${pathOf({ id, method, ...route })}`);
    }
    for (const name of Object.keys(API.nouns)) expect(body).toContain(`id="${name}"`);
    const links = [...body.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
  });
});
