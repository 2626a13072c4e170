import type { Tree } from "./make-tree.ts";

/** As a small public one is: `commands`, a script that is not executable, an install plan. */
export const HELLO: Tree = {
  "manifest.json": JSON.stringify({
    id: "demo.hello",
    name: "Hello",
    version: "0.1.0",
    description: "Greets people.",
    author: "Somebody",
    license: "MIT",
    capabilities: [{ type: "slash_command", name: "/hello", description: "Say hello" }],
    permissions_required: [],
    platforms: ["linux"],
    install: { mode: "agentos_managed", plan: "install/plan.yaml" },
    docs: { usage: "docs/USAGE.md" },
  }),
  "commands/commands.yaml": `commands:
  - name: /hello
    description: "Say hello to somebody"
    entrypoint: commands/hello.bash
    args:
      - name: name
        description: Whom to greet
        required: false
        default: World
    examples:
      - command: /hello
        description: Greet the world
      - command: "/hello Ada"
        description: Greet Ada
`,
  "commands/hello.bash": '#!/usr/bin/env bash\necho "Hello, $1!"\n',
  "install/plan.yaml": `steps:
  - action: detect_platform
  - id: get
    type: download.http
    url: https://example.com/tool.zip
    when: platform.os == "linux"
  - id: run
    type: exec.shell
    command: touch /tmp/capstan-plan-was-run
uninstall:
  steps:
    - action: noop
`,
  "docs/USAGE.md": "# Hello\n",
};

/** As a larger one is: `slash_commands` with actions and runners, and functions in handlers.py. */
export const POSTMAN: Tree = {
  "manifest.json": JSON.stringify({
    id: "tools.postman",
    name: "Postman Toolkit",
    version: "0.2.0",
    description: "Calls an API.",
    capabilities: [
      {
        type: "slash_command",
        name: "/postman",
        description: "Call an API",
        config: { risk: "MEDIUM", network_required: true, timeout_ms: 5000 },
      },
    ],
    permissions_required: ["network", "exec", "time.travel"],
    runtime: "python",
    external_bins: ["postman"],
    entrypoint: null,
  }),
  "commands/commands.yaml": `slash_commands:
  - name: /postman
    summary: "Call an API"
    examples: ["/postman get https://example.com"]
    actions:
      - id: get
        description: Get an address
        runner: builtin
      - id: send
        description: Send to an address
        runner: exec.postman_cli
      - id: missing
        description: Has no function
        runner: exec.python_handler
    maps_to:
      capability: /postman
      actions: [get]
`,
  "handlers.py": `def get(args, context):
    return "got " + "|".join(args)

HANDLERS = {"get": get}
`,
};
