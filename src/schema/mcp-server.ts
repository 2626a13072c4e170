import * as z from "zod";
import { RiskLevel } from "./risk-level.ts";

/** The key of a server in `mcpServers`: part of the ids of its tools, so no `:` is in it. */
export const McpServerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, "is not the id of a server such as filesystem");
export type McpServerId = z.infer<typeof McpServerId>;

const Text = z.string().max(8_192);
const Named = z.record(z.string().min(1).max(256), Text);
const Patterns = z.array(z.string().min(1).max(256)).max(500);

/** What Capstan adds to the common form. */
const CapstanBlock = z.strictObject({
  /** What the server may touch on this machine, beside the package that it is. */
  access: z
    .strictObject({
      paths: z
        .array(
          z.strictObject({
            root: z.string().min(1).max(4_096),
            verbs: z.array(z.enum(["read", "write"])).min(1),
          }),
        )
        .max(100)
        .default([]),
      hosts: z.array(z.string().min(1).max(300)).max(100).default([]),
    })
    .optional(),
  /** `host` gives a server of this machine the whole network; otherwise the hosts of its access. */
  network: z.enum(["none", "host"]).optional(),
  /** True: what it says of its own tools is believed, as far as one step of risk. */
  trust: z.boolean().optional(),
  /** True: in the middle of a call it may ask the session's model, bounded and on record. */
  sampling: z.boolean().optional(),
  /** Tools to list, as patterns of their names; left out, all of them. `deny` wins. */
  allow: Patterns.optional(),
  deny: Patterns.optional(),
  /** What the owner says of its tools, by patterns of their names; the first that matches counts. */
  risk: z.union([RiskLevel, z.record(z.string().min(1).max(256), RiskLevel)]).optional(),
  /** Stands before the name of every tool, where names of several servers would meet. */
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional(),
});

/** The package that `npx` or `uvx` would have fetched anew at each start, as it was when it was added. */
export const McpPackage = z.strictObject({
  name: z.string().min(1).max(214),
  version: z.string().min(1).max(100),
  /** What the registry says that its archive hashes to. */
  integrity: z.string().min(1).max(200),
  /** The digest of everything that was installed with it, and the name of its folder. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** The program of the package that runs. */
  bin: z.string().min(1).max(500),
  /** What runs it, where that is not Node. */
  runs: z.literal("python").optional(),
});
export type McpPackage = z.infer<typeof McpPackage>;

/** With everything that came with it, by hash: another machine installs exactly that, or nothing. */
export const LockedPackage = McpPackage.extend({ lock: z.string().max(5_000_000).optional() });
export type LockedPackage = z.infer<typeof LockedPackage>;

/** What is shown and compared of a package. */
export function withoutLock({ lock: _, ...fetched }: LockedPackage): McpPackage {
  return fetched;
}

/** A server as people write it in `mcpServers`. Unknown keys of other clients are left out. */
export const McpServerConfig = z
  .object({
    type: z.enum(["stdio", "http", "streamable-http", "sse"]).optional(),
    command: z.string().min(1).max(4_096).optional(),
    args: z.array(Text).max(200).optional(),
    env: Named.optional(),
    cwd: z.string().min(1).max(4_096).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(4_096)
      .optional(),
    headers: Named.optional(),
    disabled: z.boolean().optional(),
    capstan: CapstanBlock.optional(),
  })
  .superRefine(({ command, url, type }, context) => {
    const complain = (message: string) => context.addIssue({ code: "custom", message });
    if (type === "sse") {
      complain('has the transport "sse", which is no longer part of MCP: use its "http" address');
    } else if ((command === undefined) === (url === undefined)) {
      complain("needs one of command and url");
    }
  });
export type McpServerConfig = z.infer<typeof McpServerConfig>;

/** One that was added over the API. */
export const StoredMcpServer = z.strictObject({
  id: McpServerId,
  /** Unread, because what wrote it may have been another version. */
  config: z.json(),
  /** The package that its command was found to be, if that is one. */
  package: LockedPackage.nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type StoredMcpServer = z.infer<typeof StoredMcpServer>;

/** The id of the source that lists a server's tools. */
export function mcpSourceOf(id: string): string {
  return `mcp:${id}`;
}
