import { createRuntime, defineCapability } from "../src/index.ts";

// An ability of your own: it deletes something, so the gate asks before it runs.
const shelf = new Set(["draft.txt", "notes.txt"]);
const shelves = defineCapability({
  id: "shelves",
  name: "Shelves",
  description: "Keeps files on a shelf.",
  status: "available",
  tools: [
    {
      name: "discard",
      description: "Throws a file away.",
      riskLevel: "HIGH",
      sideEffectTags: ["fs.delete"],
      inputSchema: {
        type: "object",
        properties: { file: { type: "string" } },
        required: ["file"],
        additionalProperties: false,
      },
      run: ({ file }) => ({ discarded: shelf.delete(String(file)) }),
    },
  ],
});

const runtime = await createRuntime({ capabilities: [shelves] });

// A harmless call runs at once.
const sum = await runtime.invoke("builtin:test_math:add", { a: 2, b: 40 });
console.log("sum:", sum.outputs);

// A dangerous one waits for a person, and then runs exactly what was shown.
const asked = await runtime.invoke("builtin:shelves:discard", { file: "draft.txt" });
console.log("asked:", asked.state, [...shelf]);
const [approval] = await runtime.approvals.list();
const { outcome } = await runtime.approvals.run(approval?.id ?? "");
console.log("ran:", outcome.state, [...shelf]);

// Everything is on record, and the record can be checked.
const { ok, records } = await runtime.audit.verify();
console.log("audit:", ok, records);
await runtime.close();
