import * as z from "zod";
import { usableSession } from "../../engine/sessions/session-access.ts";
import { untilTakenIn } from "../../engine/until-taken-in.ts";
import { route } from "../../http/route.ts";
import { listOf, OutcomeView } from "../../http/views.ts";
import { Page } from "../../schema/page.ts";
import { SkillContract } from "../../schema/skill-contract.ts";
import { invokeSkill } from "./invoke-skill.ts";
import { findSkill, listSkills } from "./list-skills.ts";

const SkillPath = z.object({ name: z.string() });

export const SkillView = z.object({
  name: z.string(),
  capabilityId: z.string(),
  version: z.string(),
  description: z.string(),
  /** Why it does not run; null when it does. */
  problem: z.string().nullable(),
  contract: SkillContract.nullable(),
  warnings: z.array(z.string()).readonly(),
});

const InvokeSkillBody = z.strictObject({
  context_id: z.string().min(1).max(255).optional(),
  inputs: z.record(z.string(), z.json()).default({}),
  /** True: only the run that there is goes on, or answers what it ended with. */
  resume: z.boolean().optional(),
  resume_token: z.string().max(1_000).optional(),
  message_id: z.string().min(1).max(255).optional(),
  dry_run: z.boolean().default(false),
  session_id: z.string().optional(),
});

export const skillsRoutes = [
  route({
    id: "listSkills",
    method: "GET",
    path: "/v1/skills",
    summary: "List the skills, with their contracts.",
    scope: "invoke",
    query: Page,
    answer: listOf(SkillView),
    async handle({ engine, query: { limit, offset } }) {
      await untilTakenIn(engine);
      const all = listSkills(engine);
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
    id: "getSkill",
    method: "GET",
    path: "/v1/skills/:name",
    summary: "One skill, with its contract.",
    scope: "invoke",
    params: SkillPath,
    answer: SkillView,
    async handle({ engine, params }) {
      await untilTakenIn(engine);
      return findSkill(engine, params.name);
    },
  }),
  route({
    id: "invokeSkill",
    method: "POST",
    path: "/v1/skills/:name/invoke",
    summary: "Run a turn of a skill, in a context that goes on as long as it waits.",
    scope: "invoke",
    params: SkillPath,
    body: InvokeSkillBody,
    example: { context_id: "my-context", inputs: { source_type: "TYPE1" } },
    answer: OutcomeView.extend({ sessionId: z.string().optional() }),
    async handle({ engine, actor, params, body }) {
      await untilTakenIn(engine);
      if (body.session_id !== undefined) await usableSession(engine.gate, body.session_id, actor);
      return invokeSkill(
        engine,
        {
          name: params.name,
          inputs: body.inputs,
          contextId: body.context_id,
          resume: body.resume,
          resumeToken: body.resume_token,
          messageId: body.message_id,
          dryRun: body.dry_run,
          sessionId: body.session_id,
        },
        { id: actor.id, scopes: actor.scopes },
      );
    },
  }),
];
