import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { contextLines, skillLines } from "../skill-lines.ts";

/** A skill and its contract, or with `--context` what one of its runs remembers. */
export const skillsShow: Run = async (args, context) => {
  const client = await context.client();
  const id = args.get("context");
  if (id) {
    const answer = await client.request("GET /v1/contexts/:id", { params: { id } });
    await context.print(answer, contextLines);
    return EXIT.done;
  }
  const params = { name: args.require("name") };
  const answer = await client.request("GET /v1/skills/:name", { params });
  await context.print(answer, skillLines);
  return EXIT.done;
};
