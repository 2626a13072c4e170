import type { WaitingFor } from "../../schema/event-data.ts";
import type { InputRequest } from "../../schema/input-request.ts";

/** An input request inside an event's data, which is stored as it goes over the wire. */
export function inputRequestWire(request: InputRequest): WaitingFor {
  return {
    kind: request.kind,
    reason: request.reason,
    ...(request.fields && { fields: request.fields }),
    ...(request.approvalIds && { approval_ids: request.approvalIds }),
    ...(request.invocationId && { invocation_id: request.invocationId }),
    ...(request.askedBy && {
      asked_by: { skill: request.askedBy.skill, context_id: request.askedBy.contextId },
    }),
  };
}
