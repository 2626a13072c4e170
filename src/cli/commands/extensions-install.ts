import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { extensionLines } from "../extension-lines.ts";
import { installFolder } from "../install-folder.ts";
import { installedLines } from "../installed-lines.ts";
import { typed } from "../program.ts";

export const extensionsInstall: Run = async (args, context) => {
  const answer = await installFolder(args.require("path"), context);
  await context.print(answer, (installed) =>
    installed.kind !== "ext"
      ? [
          `It is of the kind "${installed.kind}", and was taken in as one.`,
          ...installedLines(installed),
        ]
      : [
          ...extensionLines(installed.extension),
          `To give it to an agent:  ${typed(`agents update <agent_id> --capabilities ${installed.extension.capability_id}`)}`,
        ],
  );
  return EXIT.done;
};
