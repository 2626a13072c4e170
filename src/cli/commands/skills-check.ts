import type { Run } from "../command.ts";
import { checkFolder } from "./capabilities-check.ts";

export const skillsCheck: Run = (args, context) => checkFolder(args.require("folder"), context);
