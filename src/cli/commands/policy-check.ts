import type { Run } from "../command.ts";
import { readDraft } from "../draft.ts";
import { EXIT } from "../exit-code.ts";

export const policyCheck: Run = async (args, context) => {
  const draft = args.get("draft");
  const client = await context.client();
  const answer = await client.request("POST /v1/policy/check", {
    body: draft === undefined ? {} : { draft: readDraft(draft) },
  });
  await context.print(answer, ({ ok, files, problems }) =>
    ok
      ? [
          `All policies are valid: the shipped profiles, the lists in settings.json, and ${files} of your own.`,
        ]
      : problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  );
  return answer.body.ok ? EXIT.done : EXIT.failed;
};
