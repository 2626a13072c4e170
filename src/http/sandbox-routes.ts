import * as z from "zod";
import { route } from "./route.ts";

export const SandboxStateView = z.object({
  enforcement: z.enum(["bubblewrap", "container", "seatbelt", "degraded", "off"]),
  /** Null when programs are isolated. */
  problem: z
    .object({
      reason: z.enum(["platform", "not_installed", "refused", "off"]),
      message: z.string(),
      /** What helps, to be copied into a terminal of the server's machine. */
      command: z.string().nullable(),
    })
    .nullable(),
});

export const sandboxRoutes = [
  route({
    id: "checkSandbox",
    method: "POST",
    path: "/v1/sandbox/check",
    summary: "Tries in a real sandbox what must not succeed, and says what held.",
    scope: "approve",
    answer: SandboxStateView.extend({
      /** Limits of programs, and what holds them to each. */
      bounds: z
        .array(
          z.object({
            name: z.enum(["memory", "memory of all", "processes", "processor time"]),
            held_by: z.enum(["control group", "kernel", "watch", "nothing"]),
            message: z.string(),
          }),
        )
        .readonly(),
      canaries: z
        .array(z.object({ name: z.string(), held: z.boolean(), message: z.string() }))
        .readonly(),
    }),
    async handle({ engine }) {
      const { bounds, ...check } = await engine.sandboxHealth.check();
      return {
        ...check,
        bounds: bounds.map(({ heldBy: held_by, ...bound }) => ({ ...bound, held_by })),
      };
    },
  }),
];
