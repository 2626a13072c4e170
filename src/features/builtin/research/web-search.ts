import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonValue } from "../../../base/json.ts";
import type { WebClient } from "../../../sandbox/web-client.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";

export type SearchOptions = {
  readonly web: WebClient;
  /** A SearXNG-style endpoint, such as https://search.example/search; null when none is configured. */
  readonly url: string | null;
  readonly limits: {
    readonly firstByteMs: number;
    readonly bodyMs: number;
    readonly maxBytes: number;
  };
};

/** A search may take longer than a page to begin: it asks others itself. */
const SEARCH_TIME_FACTOR = 10;
const MAX_TEXT = 500;

export function createWebSearch({ web, url, limits }: SearchOptions): BuiltinTool {
  return {
    name: "web_search",
    description: "Searches the web, and gives titles, addresses and a few words of each page.",
    examples: ["search the web for {query}", "look up {query} online", "web search: {query}"],
    riskLevel: "MED",
    sideEffectTags: ["network.http"],
    behaviour: { readOnly: true, idempotent: true, timeoutMs: 60_000 },
    // Listed, so that people know of it; it runs once an endpoint is configured.
    enabled: url !== null,
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 500 },
        limit: { type: "integer", minimum: 1, maximum: 20, default: 8 },
      },
      required: ["query"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        results: {
          type: "array",
          items: {
            type: "object",
            properties: {
              title: { type: "string" },
              url: { type: "string" },
              text: { type: "string" },
            },
            required: ["title", "url", "text"],
          },
        },
      },
      required: ["query", "results"],
    },
    async run({ query, limit = 8 }, { signal }) {
      if (url === null) {
        const message = "No search is configured: set research.search_url in the settings.";
        throw new CapstanError("SETTINGS_INVALID", message);
      }
      const address = new URL(url);
      address.searchParams.set("q", String(query));
      address.searchParams.set("format", "json");
      const answer = await web.request({
        url: address.href,
        method: "GET",
        headers: { accept: "application/json" },
        ...limits,
        firstByteMs: limits.firstByteMs * SEARCH_TIME_FACTOR,
        signal,
      });
      if (answer.status !== 200) {
        throw new CapstanError("WEB_FAILED", `The search answered ${answer.status}.`);
      }
      return { query, results: resultsOf(answer.body).slice(0, Number(limit)) };
    },
  };
}

function resultsOf(body: Uint8Array) {
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    const message = "The search did not answer with JSON: does it offer format=json?";
    throw new CapstanError("WEB_FAILED", message, { cause });
  }
  const results = isJsonObject(parsed) && Array.isArray(parsed.results) ? parsed.results : [];
  return results
    .filter(isJsonObject)
    .flatMap(({ title, url, content }) =>
      typeof url === "string" && /^https?:\/\//.test(url)
        ? [{ title: text(title), url, text: text(content) }]
        : [],
    );
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : "";
}
