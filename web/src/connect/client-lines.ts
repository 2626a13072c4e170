/** What a person pastes, for each program that speaks MCP. The key is one that they make for it. */
export function clientLines(origin: string): readonly { title: string; code: string }[] {
  const url = `${origin}/mcp`;
  const bearer = "Bearer $CAPSTAN_API_KEY";
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      title: "Claude Code, in a shell",
      code: `claude mcp add --transport http capstan ${url} --header "Authorization: ${bearer}"`,
    },
    {
      title: "Cursor: ~/.cursor/mcp.json",
      code: json({
        mcpServers: { capstan: { url, headers: { Authorization: "Bearer cap_…" } } },
      }),
    },
    {
      title: "VS Code: .vscode/mcp.json",
      code: json({
        servers: { capstan: { type: "http", url, headers: { Authorization: "Bearer cap_…" } } },
      }),
    },
    {
      title: "Codex: ~/.codex/config.toml",
      code: `[mcp_servers.capstan]\nurl = "${url}"\nbearer_token_env_var = "CAPSTAN_API_KEY"`,
    },
    {
      title: "Any client that starts a program",
      code: json({
        mcpServers: {
          capstan: {
            command: "capstan",
            args: ["mcp", "serve"],
            env: { CAPSTAN_API_KEY: "cap_…" },
          },
        },
      }),
    },
    {
      title: "An agent framework, in TypeScript",
      code: `const client = new Client({ name: "my-agent", version: "1.0.0" });
const headers = { Authorization: "Bearer " + process.env.CAPSTAN_API_KEY };
await client.connect(
  new StreamableHTTPClientTransport(new URL("${url}"), { requestInit: { headers } }),
);`,
    },
  ];
}
