import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../../base/json.ts";

export type ClientEra = "2025" | "2026";

/** How a person at the client answers a form; left out, the client shows none. */
export type Answering = (
  message: string,
  schema: JsonObject,
  /** Aborts when the form is taken away. */
  signal: AbortSignal,
) => Promise<JsonObject> | JsonObject;

/** Whatever answers requests. */
type Serving = {
  readonly app: { request(url: string, init?: RequestInit): Response | Promise<Response> };
};

type Options = {
  readonly era?: ClientEra;
  /** Whose key it has. */
  readonly as?: string;
  readonly query?: string;
  readonly name?: string;
  readonly answer?: Answering;
  /** What its model says; left out, it has none. */
  readonly model?: string;
};

/** A real client of the protocol, whose requests go straight to the app. */
export async function openClient(api: Serving, options: Options = {}) {
  const { era = "2025", as = "owner", query = "", name = "test-client", answer, model } = options;
  const client = new Client(
    { name, version: "1.0" },
    {
      capabilities: {
        ...(answer && { elicitation: { form: {} } }),
        ...(model !== undefined && { sampling: {} }),
      },
      versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  if (answer) {
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      const { message, requestedSchema } = params as unknown as {
        message: string;
        requestedSchema: JsonObject;
      };
      return (await answer(message, requestedSchema, mcpReq.signal)) as { action: "accept" };
    });
  }
  if (model !== undefined) {
    client.setRequestHandler("sampling/createMessage", async () => ({
      role: "assistant" as const,
      model: "none",
      content: { type: "text" as const, text: model },
    }));
  }
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer cap_${as}`, host: "localhost" } },
    fetch: async (url, init) => api.app.request(String(url), init),
  });
  await client.connect(transport);
  return client;
}

export function textOf(result: unknown): string {
  const { content = [] } = result as { content?: { text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}
