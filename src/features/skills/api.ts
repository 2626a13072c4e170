import type { Api } from "../../http/api.ts";
import { ContextLineView, ContextView, contextsRoutes } from "./contexts-routes.ts";
import { SkillView, skillsRoutes } from "./skills-routes.ts";

export const skillsApi: Api = {
  routes: [...skillsRoutes, ...contextsRoutes],
  nouns: {
    Context: ContextView,
    ContextLine: ContextLineView,
    Skill: SkillView,
  },
};
