import { defineCapability } from "../../src/app/define-capability.ts";
import { startServer } from "../../src/app/start-server.ts";

/** The file to run: a server with a tool that says when its code began. */
export const APPROVAL_SERVER = import.meta.filename;

const starter = defineCapability({
  id: "starter",
  name: "Starter",
  description: "Says when it was started.",
  status: "available",
  tools: [
    {
      name: "start",
      description: "Says when it was started.",
      riskLevel: "HIGH",
      sideEffectTags: ["fs.write"],
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      // By the clock that all processes of a machine share.
      run: () => ({ at: performance.timeOrigin + performance.now() }),
    },
  ],
});

if (import.meta.main) {
  const { url, stop } = await startServer({
    env: process.env,
    version: "0.0.0-bench",
    report: console.error,
    adjust: (options) => ({ ...options, capabilities: [starter] }),
  });
  console.log(JSON.stringify({ url }));
  process.once("SIGTERM", () => void stop());
}
