import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { packageInfo } from "../package-info.ts";

export const version: Run = async (_args, context) => {
  const body = { version: packageInfo().version, node: process.versions.node };
  await context.print({ body, text: JSON.stringify(body) }, () => [body.version]);
  return EXIT.done;
};
