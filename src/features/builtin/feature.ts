import { grantRefused } from "../../gate/approvals/new-grant.ts";
import type { Feature } from "../feature.ts";
import { END_PROCESS } from "./system.ts";

export const builtinFeature: Feature = {
  name: "builtin",
  call: {
    async remember({ approval: { toolId } }, { match }) {
      if (toolId !== END_PROCESS || match === "exact") return undefined;
      throw grantRefused('Each call of this tool asks: answer without "remember".');
    },
  },
};
