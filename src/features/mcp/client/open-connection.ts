import type {
  Client,
  jsonSchemaValidator,
  PriorDiscovery,
  Transport,
} from "@modelcontextprotocol/client";
import { digest } from "../../../base/digest.ts";
import { type JsonObject, type JsonValue, readJson } from "../../../base/json.ts";
import type { ClientRequests, LogMessage } from "../../../gate/executor.ts";
import type { Enforcement } from "../../../sandbox/sandbox.ts";
import type { McpListing, McpNotice, McpTool } from "../mcp-client.ts";
import { capabilitiesFor } from "./answer-requests.ts";
import type { Attempt } from "./connect-in-time.ts";
import { passedOnTools } from "./passed-on.ts";

export type OpenTransport = {
  readonly transport: Transport;
  readonly enforcement: Enforcement | null;
  /** Why it broke, if it did. */
  readonly whyBroken: () => string | undefined;
};

export type Connection = {
  readonly client: Client;
  readonly enforcement: Enforcement | null;
  /** Which era the server speaks: given to the next connection, it saves the question. */
  readonly verdict: PriorDiscovery;
  readonly whyBroken: () => string | undefined;
  list(signal: AbortSignal): Promise<McpListing>;
  close(): Promise<void>;
};

type Options = Attempt & {
  readonly version: string;
  readonly open: () => Promise<OpenTransport>;
  readonly onListChanged: () => void;
  readonly onClose: () => void;
  /** A server asks something of whoever is behind a call. */
  readonly onRequest: (request: ClientRequests[string]) => Promise<JsonObject>;
  readonly onLog: (message: LogMessage) => void;
  readonly onNotice: (notice: McpNotice) => void;
  /** The owner lets it ask a model. */
  readonly maySample: boolean;
};

const LIST_MS = 30_000;
const MAX_PAGES = 64;
const MAX_TOOLS = 2_000;

/** Results are held against the tool's schema by the gate, which does not make code of it. */
const TRUST_NOTHING: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** In words of our own, for a person. */
export class Told extends Error {}

/** The process ended, or the address does not answer. */
export class Broken extends Told {}

/** The server has answered, with an error. */
export function isAnswer(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

/** The library's own deadline has passed. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "REQUEST_TIMEOUT";
}

/** Connects, and finds out which era the server speaks unless that is known. */
export async function openConnection(options: Options): Promise<Connection> {
  const { open, prior, timeoutMs, signal, onListChanged, onClose } = options;
  // It takes 200 ms to load: only who has a server pays for it.
  const { Client } = await import("@modelcontextprotocol/client");
  const opened = await open();
  /** Refuses on record what it does not offer: the library would not take a handler for that. */
  class OwnClient extends Client {
    protected override assertRequestHandlerCapability(): void {}
  }
  const client = new OwnClient(
    { name: "capstan", version: options.version },
    {
      // The older era hears this once: a caller of a later call may have a model of its own.
      capabilities: capabilitiesFor(undefined, true),
      versionNegotiation: { mode: "auto", probe: { timeoutMs: options.probeMs } },
      jsonSchemaValidator: TRUST_NOTHING,
      listMaxPages: MAX_PAGES,
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 0, onChanged: onListChanged },
        resources: tells(() => options.onNotice({ type: "resources" })),
        prompts: tells(() => options.onNotice({ type: "prompts" })),
      },
    },
  );
  passRequests(client, options);
  client.onclose = onClose;
  // What is no answer to anything is dropped: an answer that comes twice, or to nobody.
  client.onerror = () => {};
  // The library looks at the signal only after its first question.
  const stop = () => void opened.transport.close().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect(opened.transport, {
      timeout: timeoutMs,
      signal,
      ...(prior && { prior }),
    });
  } catch (cause) {
    await opened.transport.close().catch(() => {});
    const why = opened.whyBroken();
    if (why !== undefined) throw new Broken(why, { cause });
    throw cause;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return {
    client,
    enforcement: opened.enforcement,
    verdict: verdictOf(client),
    whyBroken: opened.whyBroken,
    list: (until) => list(client, until),
    close: () => client.close(),
  };
}

function tells(onChanged: () => void) {
  return { autoRefresh: false, debounceMs: 0, onChanged };
}

/** What a server of the older era asks and tells beside its answers. */
function passRequests(client: Client, { onRequest, onLog, onNotice }: Options): void {
  const pass = (method: string) => async (request: { params?: unknown }) =>
    (await onRequest({ method, params: (request.params ?? {}) as JsonObject })) as never;
  client.setRequestHandler("elicitation/create", pass("elicitation/create"));
  client.setRequestHandler("sampling/createMessage", pass("sampling/createMessage"));
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { level, logger, data } = params;
    onLog({ level, data: (data ?? null) as JsonValue, ...(logger !== undefined && { logger }) });
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    onNotice({ type: "updated", uri: params.uri });
  });
}

function verdictOf(client: Client): PriorDiscovery {
  const discover = client.getDiscoverResult();
  return discover ? { kind: "modern", discover } : { kind: "legacy" };
}

async function list(client: Client, signal: AbortSignal): Promise<McpListing> {
  const { name = "", version } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  const limits = { cacheMode: "refresh", timeout: LIST_MS, signal } as const;
  const { tools } = client.getServerCapabilities()?.tools
    ? await client.listTools(undefined, limits).catch(explainDepth)
    : { tools: [] };
  if (tools.length > MAX_TOOLS) {
    throw new Told(`It lists ${tools.length} tools; ${MAX_TOOLS} are allowed.`);
  }
  return {
    name,
    version,
    instructions,
    tools: [
      ...tools.map((tool) => readTool(tool as unknown as JsonObject, instructions)),
      ...passedOnTools(client, new Set(tools.map((tool) => tool.name))).map((tool) => ({
        ...readTool(tool, instructions),
        isPassedOn: true,
      })),
    ],
  };
}

/** The library reads what comes over HTTP, and its stack ends before it says why. */
function explainDepth(error: unknown): never {
  if (!(error instanceof RangeError)) throw error;
  throw new Told("What it lists is nested too deep to be read.", { cause: error });
}

/** One tool that nobody should read is left out, and the others are not. */
function readTool(sent: JsonObject, instructions: string | undefined): McpTool {
  let tool: JsonObject;
  try {
    tool = readJson(sent) as JsonObject;
  } catch {
    const nothing = { inputSchema: { type: "object" }, digest: "" };
    return { ...nothing, name: String(sent.name), isUnreadable: true };
  }
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const told = {
    name: String(name),
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
    inputSchema: (inputSchema ?? { type: "object" }) as JsonObject,
    ...(outputSchema !== undefined && { outputSchema: outputSchema as JsonObject }),
    ...(annotations !== undefined && { annotations: annotations as JsonObject }),
  };
  return { ...told, digest: digest({ ...told, instructions: instructions ?? null }) };
}
