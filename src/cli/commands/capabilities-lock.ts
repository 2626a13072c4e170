import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { titled } from "../titled.ts";

const DEADLINE_MS = 10 * 60_000;
/** Files that are written, and where a list without hashes that stood there goes, as pip-compile has it. */
const LOCKS: ReadonlyMap<string, string | null> = new Map([
  ["package-lock.json", null],
  ["requirements.txt", "requirements.in"],
]);

/** Writes the locks that the server proposes into the folder, for its author to read and keep. */
export const capabilitiesLock: Run = async (args, context) => {
  const { join, resolve } = process.getBuiltinModule("node:path");
  const { existsSync, renameSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const folder = resolve(args.require("folder"));
  const client = await context.client();
  const options = { body: { path: folder }, deadlineMs: DEADLINE_MS };
  const answer = await client.request("POST /v1/capabilities/lock-folder", options);
  for (const { file, text } of answer.body.locks) {
    const before = LOCKS.get(file);
    if (before === undefined) continue;
    const aside = before === null ? undefined : join(folder, before);
    if (aside !== undefined && !existsSync(aside)) renameSync(join(folder, file), aside);
    writeFileSync(join(folder, file), text);
  }
  await context.print(answer, ({ locks }) => [
    ...locks.flatMap(({ file, packages }) => titled(`packages in ${file}`, packages)),
    `Look at the packages, then install the folder: ${typed(`add ${folder}`)}`,
  ]);
  return EXIT.done;
};
