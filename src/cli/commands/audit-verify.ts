import type { AuditVerification } from "../../client/wire.ts";
import type { Args } from "../args.ts";
import { AUDIT_DEADLINE_MS, verificationLine } from "../audit-verification.ts";
import type { Answer } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { readNamedFile } from "../read-file.ts";
import { usageError } from "../usage-error.ts";

export const auditVerify: Run = async (args, context) => {
  const answer = args.get("file") === undefined ? await ask(context) : await verifyFile(args);
  await context.print(answer, (verification) => [verificationLine(verification)]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
};

async function ask(context: CommandContext): Promise<Answer<AuditVerification>> {
  const client = await context.client();
  return client.request("GET /v1/audit/verify", { deadlineMs: AUDIT_DEADLINE_MS });
}

/** An export, by itself: neither a server nor a database takes part. */
async function verifyFile(args: Args): Promise<Answer<AuditVerification>> {
  const [file, key] = [args.require("file"), args.get("key")];
  if (key === undefined) {
    throw usageError(
      `An export is verified by the public key of its server: --key <file>, as "${typed("audit key")}" prints it.`,
      "audit verify --file <file> --key <file>",
    );
  }
  const { createReadStream } = process.getBuiltinModule("node:fs");
  const { createInterface } = process.getBuiltinModule("node:readline");
  const { verifyExport } = await import("../../base/verify-export.ts");
  const publicKey = readNamedFile(key);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const { firstBad, ...verification } = await verifyExport(lines, publicKey);
  const body = { ...verification, ...(firstBad && { first_bad: firstBad }) };
  return { body, text: JSON.stringify(body) };
}
