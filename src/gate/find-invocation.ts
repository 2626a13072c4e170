import type { Invocation } from "../schema/invocation.ts";
import type { Store } from "../stores/store.ts";

/** A call that can be met: by its own row, or, while it is unfinished, in the ledger. */
export async function findInvocation(
  { invocations }: Pick<Store, "invocations">,
  id: string,
): Promise<Invocation | undefined> {
  return (await invocations.get(id)) ?? (await invocations.ledger(id))?.invocation ?? undefined;
}
