import type { Executor, Source } from "../src/index.ts";

/** Where the tools come from: a source describes, the catalog gives ids, judges risk and digests. */
export const phrases: Source = {
  id: "phrases",
  kind: "ext",
  start() {},
  async list() {
    return [
      {
        id: "phrases",
        name: "Phrases",
        description: "Says things.",
        status: "available",
        trust: "local",
        tools: [
          {
            name: "greet",
            description: "Greets somebody.",
            inputSchema: {
              type: "object",
              properties: { name: { type: "string" } },
              required: ["name"],
            },
            behaviour: { readOnly: true },
            execution: { type: "phrase", template: "Hello, {name}!" },
          },
        ],
      },
    ];
  },
  state: () => ({ state: "ready", error: null }),
  async close() {},
};

/** What runs them: it is given the very execution that was judged, and looks nothing up. */
export const phraseExecutor: Executor = {
  endsOnSignal: true,
  async execute({ execution, inputs }) {
    const { template } = execution;
    if (typeof template !== "string") throw new Error("A phrase needs a template.");
    const said = template.replace("{name}", String(inputs.name));
    return { state: "completed", outputs: { said } };
  },
};
