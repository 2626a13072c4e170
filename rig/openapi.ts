import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTs, { astToString } from "openapi-typescript";

/** What a linter finds wrong with an OpenAPI document, warnings and examples too: what, and where. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`,
  );
}

/** The TypeScript of a client's types, as other people's programs generate it. */
export async function generateTypes(source: string): Promise<string> {
  return astToString(await openapiTs(source));
}
