import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { installFolder } from "../install-folder.ts";
import { installedLines } from "../installed-lines.ts";

export const capabilitiesInstall: Run = async (args, context) => {
  await context.print(await installFolder(args.require("path"), context), installedLines);
  return EXIT.done;
};
