import { CapstanError } from "../../base/errors.ts";
import type { AuditVerification, Checkpoint } from "../../http/client/wire.ts";
import type { Args } from "../args.ts";
import { AUDIT_DEADLINE_MS, verificationLine } from "../audit-verification.ts";
import type { Answer } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { readNamedFile, readNamedLines } from "../read-file.ts";
import { usageError } from "../usage-error.ts";

export const auditVerify: Run = async (args, context) => {
  const kept = await readKept(args.get("checkpoint"));
  const answer =
    args.get("file") === undefined ? await ask(context, kept) : await verifyFile(args, kept);
  await context.print(answer, (verification) => [verificationLine(verification)]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
};

type Kept = readonly Checkpoint[] | undefined;

async function ask(context: CommandContext, kept: Kept): Promise<Answer<AuditVerification>> {
  const client = await context.client();
  const options = { deadlineMs: AUDIT_DEADLINE_MS };
  return kept
    ? client.request("POST /v1/audit/verify", { ...options, body: { checkpoints: [...kept] } })
    : client.request("GET /v1/audit/verify", options);
}

async function readKept(file: string | undefined): Promise<Kept> {
  if (file === undefined) return undefined;
  const { readKeptCheckpoints } = await import("../../base/audit/kept-checkpoints.ts");
  const kept = await readKeptCheckpoints(readNamedLines(file));
  if (kept.length > 0) return kept;
  throw new CapstanError("REQUEST_INVALID", `There is no checkpoint in "${file}".`);
}

/** An export, by itself: neither a server nor a database takes part. */
async function verifyFile(args: Args, kept: Kept): Promise<Answer<AuditVerification>> {
  const [file, key] = [args.require("file"), args.get("key")];
  if (key === undefined) {
    throw usageError(
      `An export is verified by the public key of its server: --key <file>, as "${typed("audit key")}" prints it.`,
      "audit verify --file <file> --key <file>",
    );
  }
  const { verifyExport } = await import("../../base/audit/verify-export.ts");
  const publicKey = readNamedFile(key);
  const verdict = await verifyExport(() => readNamedLines(file), publicKey, kept);
  const { firstBad, ...verification } = verdict;
  const sequence = kept && Math.max(...kept.map((one) => one.sequence));
  const body = {
    ...verification,
    ...(sequence !== undefined && { kept: { sequence } }),
    ...(firstBad && { first_bad: firstBad }),
  };
  return { body, text: JSON.stringify(body) };
}
