import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { isLoopback } from "../../features/mcp/client/create-mcp-server.ts";
import { MCP } from "../../features/mcp/mcp-admin.ts";
import { type Caller, requireScope } from "../../http/authenticate.ts";
import { hubAddition } from "./add-from-hub.ts";
import { serverAddition, serverIdOf } from "./add-server.ts";
import type { Addition } from "./addition.ts";
import { FORMS } from "./recognise.ts";

type WantedAddress = {
  readonly url: string;
  readonly id: string | undefined;
  readonly by: Caller;
  readonly signal: AbortSignal;
};

/** An address is asked what it is: an MCP server, or an archive. */
export async function addressAddition(engine: Engine, wanted: WantedAddress): Promise<Addition> {
  const { url, by, signal } = wanted;
  // Programs of this machine trust whoever can reach them.
  if (isLoopback(url)) requireScope(by, "admin");
  const id = wanted.id ?? serverIdOf({ url });
  try {
    const seen = await engine.of(MCP).look(id, url, signal);
    return serverAddition(engine, { id, config: { url }, seen });
  } catch (error) {
    if (error instanceof CapstanError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return archiveAt(engine, wanted, why);
  }
}

/** Bytes that are no archive are the answer of something else. */
const NO_ARCHIVE: ReadonlySet<string> = new Set(["HUB_INVALID", "BUNDLE_INVALID"]);

async function archiveAt(
  engine: Engine,
  { url, signal }: WantedAddress,
  whyNoServer: string,
): Promise<Addition> {
  try {
    return await hubAddition(engine, url, signal);
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    const isOwn = error.code === "HOST_REFUSED" && isLoopback(url);
    if (!isOwn && !NO_ARCHIVE.has(error.code)) throw error;
    const message = `There is no MCP server at ${url} (${whyNoServer}), and no archive to install (${error.message}). Requests of an API, such as an OpenAPI document lists, are written as a capability: capstan capabilities new <id>. ${FORMS}`;
    throw new CapstanError("ADD_UNKNOWN", message);
  }
}
