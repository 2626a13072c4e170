import type { PolicyProblem } from "../../http/client/wire.ts";
import type { Run } from "../command.ts";
import { readDraft } from "../draft.ts";
import { EXIT } from "../exit-code.ts";

export const policyCheck: Run = async (args, context) => {
  const draft = args.get("draft");
  const client = await context.client();
  const answer = await client.request("POST /v1/policy/check", {
    body: draft === undefined ? {} : { draft: readDraft(draft) },
  });
  await context.print(answer, ({ ok, files, problems, notes }) =>
    ok
      ? [
          ...notes.map(placed),
          `All policies are valid: the shipped profiles, the lists in settings.json, and ${files} of your own.`,
        ]
      : problems.map(placed),
  );
  return answer.body.ok ? EXIT.done : EXIT.failed;
};

function placed({ file, line, column, message }: PolicyProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}
