import { AUDIT_DEADLINE_MS, type AuditVerdict, verdictLine } from "../audit-verdict.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const auditVerify: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request<AuditVerdict>("GET", "/v1/audit/verify", {
    deadlineMs: AUDIT_DEADLINE_MS,
  });
  await context.print(answer, (verdict) => [verdictLine(verdict)]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
};
