import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { extensionLines } from "../extension-lines.ts";
import { installFolder } from "../install-folder.ts";
import { packLines } from "../pack-lines.ts";

export const capabilitiesInstall: Run = async (args, context) => {
  const answer = await installFolder(args.require("path"), context);
  await context.print(answer, (installed) =>
    installed.kind === "ext" ? extensionLines(installed.extension) : packLines(installed.pack),
  );
  return EXIT.done;
};
