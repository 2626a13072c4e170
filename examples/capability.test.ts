import { capabilityContract } from "../src/testing/index.ts";
import { greeter } from "./capability.ts";

capabilityContract(greeter, [
  { tool: "greet", inputs: { name: "Ada" }, gives: { text: "Hello, Ada!" } },
  {
    tool: "greet",
    inputs: { name: "Ada" },
    config: { greeting: "Salut" },
    gives: { text: "Salut, Ada!" },
  },
]);
