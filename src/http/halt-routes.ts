import * as z from "zod";
import { liftHalt, setHalt } from "../engine/sessions/halt.ts";
import { route } from "./route.ts";
import { HaltView, viewHalt } from "./views.ts";

export const HaltAnswer = z.object({ halted: z.boolean(), halt: HaltView.nullable() });

export const haltRoutes = [
  route({
    id: "getHalt",
    method: "GET",
    path: "/v1/halt",
    summary: "Whether everything is stopped.",
    scope: "invoke",
    answer: HaltAnswer,
    async handle({ engine }) {
      const halt = engine.gate.halt.current();
      return { halted: halt !== undefined, halt: halt ? viewHalt(engine.gate, halt) : null };
    },
  }),
  route({
    id: "setHalt",
    method: "POST",
    path: "/v1/halt",
    summary: "Stop all running calls and start no new ones, until an admin resumes.",
    scope: "approve",
    body: z.strictObject({ reason: z.string().max(500).default("") }),
    example: { reason: "Something is wrong with the mail server." },
    answer: HaltAnswer,
    handle: async ({ engine, body, actor }) => ({
      halted: true,
      halt: viewHalt(engine.gate, await setHalt(engine, body.reason, actor)),
    }),
  }),
  route({
    id: "liftHalt",
    method: "DELETE",
    path: "/v1/halt",
    summary: "Resume after a halt.",
    scope: "admin",
    answer: HaltAnswer,
    async handle({ engine, actor }) {
      await liftHalt(engine, actor);
      return { halted: false, halt: null };
    },
  }),
];
