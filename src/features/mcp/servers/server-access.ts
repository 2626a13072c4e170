import { CapstanError } from "../../../base/errors.ts";
import type { AccessBook } from "../../../gate/access/access-book.ts";
import { blankOpening, declaredHosts } from "../../../gate/access/declared-hosts.ts";
import { hostNameOf } from "../../../gate/access/host-name.ts";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import { type McpServerConfig, mcpSourceOf } from "../../../schema/mcp-server.ts";
import type { Opening } from "../../../schema/opening.ts";
import type { McpAccess } from "../mcp-client.ts";

/** What a server's own settings open for it, under the one rule for folders and hosts. */
export async function declaredOpenings(
  id: string,
  { capstan, url }: McpServerConfig,
  folders: HostFolders,
): Promise<Opening[]> {
  const { paths = [], hosts = [] } = capstan?.access ?? {};
  const capabilityId = mcpSourceOf(id);
  const own = url === undefined ? [] : [new URL(url).host.toLowerCase()];
  try {
    const roots = await Promise.all(
      paths.map(async ({ root, verbs }) => ({
        ...blankOpening(capabilityId),
        ...(await folders.rootOf(root, { write: verbs.includes("write") })),
        machine: folders.machine,
        verbs,
      })),
    );
    return [...roots, ...declaredHosts(capabilityId, [...own, ...hosts.map(hostNameOf)])];
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    const details = { field: "capstan.access" };
    throw new CapstanError("MCP_SERVER_INVALID", error.message, { details, cause: error });
  }
}

/** What is open to a server in every session: its settings, and what people opened. */
export function mcpAccessOf(book: Pick<AccessBook, "of">, id: string): McpAccess {
  const { access, openings } = book.of(mcpSourceOf(id), null);
  if (access.paths.length === 0) return access;
  const paths = access.paths.map(({ root, verbs }) => {
    const { device, inode } = openings.find((it) => it.root === root) ?? {};
    return { root, verbs, identity: { device: device ?? "", inode: inode ?? "" } };
  });
  return { paths, hosts: access.hosts };
}
