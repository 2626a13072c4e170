import { AUDIT_DEADLINE_MS } from "../audit-verification.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { sinceTime } from "../since.ts";
import { tell } from "../tell.ts";
import { writeNewFile } from "../write-new-file.ts";

export const auditExport: Run = async (args, context) => {
  const [since, out] = [args.get("since"), args.get("out")];
  const client = await context.client();
  const text = await client.text("GET /v1/audit/export", {
    query: { since: since === undefined ? undefined : sinceTime(since, context.io.now()) },
    deadlineMs: AUDIT_DEADLINE_MS,
  });
  if (out === undefined) {
    context.io.out(text.trimEnd());
    return EXIT.done;
  }
  // An export is evidence: it never takes the place of an older one.
  writeNewFile(out, text);
  tell(context.io, `Wrote ${text.trimEnd().split("\n").length} lines to ${out}.`);
  return EXIT.done;
};
