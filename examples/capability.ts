import { defineCapability } from "../src/index.ts";

/** A capability in twenty lines: an agent that has it can greet people, as its owner configured. */
export const greeter = defineCapability({
  id: "greeter",
  name: "Greeter",
  description: "Greets people by name.",
  status: "available",
  configSchema: { type: "object", properties: { greeting: { type: "string" } } },
  tools: [
    {
      name: "greet",
      description: "Greets someone by name.",
      examples: ["greet {name}", "say hello to {name}"],
      riskLevel: "LOW",
      behaviour: { readOnly: true },
      inputSchema: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: false,
      },
      run: ({ name }, { config }) => ({ text: `${config.greeting ?? "Hello"}, ${name}!` }),
    },
  ],
});
