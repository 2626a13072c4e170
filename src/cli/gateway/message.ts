/** What of a message decides where it goes. Everything else is passed on as it is. */
export type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

/** Which part of a request its name is, for the header that says so. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

export function readMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined;
  } catch {
    return undefined;
  }
}

export function isRequest({ id, method }: Message): boolean {
  return method !== undefined && id !== undefined;
}

/** The revision that a message of the newer era says; undefined for one of the older. */
export function revisionOf({ params }: Message): string | undefined {
  const meta = params?._meta as Record<string, unknown> | undefined;
  const revision = meta?.[PROTOCOL_VERSION];
  return typeof revision === "string" ? revision : undefined;
}

/** What the newer era wants to have in headers as well. */
export function modernHeaders(message: Message, revision: string): Record<string, string> {
  const { method = "", params = {} } = message;
  const named = NAMED_BY.get(method);
  const name = named === undefined ? undefined : params[named];
  return {
    "mcp-protocol-version": revision,
    // Fields that a tool wants in headers (x-mcp-header) are not known here: nobody is to miss them.
    "capstan-via-stdio": "1",
    ...(method !== "" && { "mcp-method": headerValue(method) }),
    ...(typeof name === "string" && { "mcp-name": headerValue(name) }),
  };
}

function headerValue(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim();
  if (isPlain && !(text.startsWith("=?base64?") && text.endsWith("?="))) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

export function errorFor(id: string | number | null, message: string, code = -32_000): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
