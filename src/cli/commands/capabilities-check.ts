import type { FolderReport } from "../../http/client/wire.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { typed } from "../program.ts";
import { readManifest } from "../read-manifest.ts";
import { reportLines } from "../report-lines.ts";

export const capabilitiesCheck: Run = async (args, context) => {
  const file = args.require("file");
  const { existsSync, statSync } = process.getBuiltinModule("node:fs");
  if (existsSync(file) && statSync(file).isDirectory()) return checkFolder(file, context);
  const body = readManifest(file);
  const client = await context.client();
  const answer = await client.request("POST /v1/capabilities/check", { body });
  await context.print(answer, ({ id, version, tools }) => [
    `${id} ${version} is well formed: ${tools} ${tools === 1 ? "tool" : "tools"}.`,
    `Add it: ${typed(`capabilities add ${file}`)}`,
  ]);
  return EXIT.done;
};

/** Strictly: what is only told when a folder is taken in is a problem here. */
export async function checkFolder(folder: string, context: CommandContext): Promise<ExitCode> {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(folder) };
  const answer = await client.request("POST /v1/capabilities/check-folder", { body });
  await context.print(answer, (report, screen) => [
    ...reportLines(report, screen.width),
    ...(report.ok ? [nextStep(report.kind, folder)] : []),
  ]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
}

function nextStep(kind: FolderReport["kind"], folder: string): string {
  if (kind === "ext") return `Install it: ${typed(`extensions install ${folder}`)}`;
  return `Try it out: ${typed(`capabilities test ${folder}`)}`;
}
