import type { Model } from "../../models/model.ts";
import type { ModelUsage } from "../../schema/message.ts";

/** A model that adds up what its answers use: a reply may have needed a summary before it. */
export function metered(model: Model): { model: Model; used(): ModelUsage | undefined } {
  let sum: ModelUsage | undefined;
  return {
    model: {
      ...model,
      async respond(request) {
        const reply = await model.respond(request);
        if (reply.usage) sum = add(sum, reply.usage);
        return reply;
      },
    },
    used: () => sum,
  };
}

function add(sum: ModelUsage | undefined, usage: ModelUsage): ModelUsage {
  return {
    inputTokens: (sum?.inputTokens ?? 0) + usage.inputTokens,
    outputTokens: (sum?.outputTokens ?? 0) + usage.outputTokens,
  };
}
