import { approvalRows } from "./approval-rows.ts";
import type { Args } from "./args.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { usageError } from "./usage-error.ts";

/** Which approvals a command is about: the named ones, those of a task, or the only pending one. */
export type Named =
  | { readonly task: string }
  | { readonly ids: readonly [string, ...string[]] }
  | { readonly exit: ExitCode };

export async function namedApprovals(
  verb: "run" | "deny",
  args: Args,
  context: CommandContext,
): Promise<Named> {
  const [first, ...others] = args.all("approval_id");
  const task = args.get("task");
  if (task !== undefined) {
    if (first === undefined) return { task };
    throw usageError("Name approvals or a task, not both.", usageOf(verb));
  }
  if (first !== undefined) return { ids: [first, ...others] };
  const client = await context.client();
  const pending = await client.request("GET /v1/approvals", { query: { state: "pending" } });
  const { items, total } = pending.body;
  if (items[0] && total === 1) return { ids: [items[0].id] };
  await context.print(pending, (list, screen) =>
    total === 0 ? ["No approval is pending."] : approvalRows(list, screen),
  );
  if (total === 0) return { exit: EXIT.failed };
  throw usageError(`${total} approvals are pending. Name the ones to ${verb}.`, usageOf(verb));
}

function usageOf(verb: "run" | "deny"): string {
  return `approvals ${verb} <approval_id>…`;
}
