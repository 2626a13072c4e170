import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { extensionLines } from "../extension-lines.ts";
import { installFolder } from "../install-folder.ts";
import { packLines } from "../pack-lines.ts";
import { typed } from "../program.ts";

export const extensionsInstall: Run = async (args, context) => {
  const answer = await installFolder(args.require("path"), context);
  await context.print(answer, (installed) =>
    installed.kind === "pack"
      ? ["It is a pack, and was taken in as one.", ...packLines(installed.pack)]
      : [
          ...extensionLines(installed.extension),
          `To give it to an agent:  ${typed(`agents update <agent_id> --capabilities ${installed.extension.capability_id}`)}`,
        ],
  );
  return EXIT.done;
};
