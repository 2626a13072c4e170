import type { JsonObject } from "../../base/json.ts";
import type { Opening } from "../../schema/opening.ts";

type Changed = { readonly opened: readonly Opening[]; readonly closed: readonly Opening[] };

/** What a record says of a change of access. */
export function changedData(capabilityId: string, { opened, closed }: Changed): JsonObject {
  return {
    capability_id: capabilityId,
    closed: closed.map(told),
    opened: opened.map(told),
  };
}

function told({ root, host, verbs, sessionId }: Opening): JsonObject {
  return {
    ...(root !== null && { root, verbs: [...verbs] }),
    ...(host !== null && { host }),
    ...(sessionId !== null && { session_id: sessionId }),
  };
}
