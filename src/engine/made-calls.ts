import type { ModelReply } from "../models/model.ts";

type Wanted = ModelReply["toolCalls"][number];

/**
 * The calls of an answer that are made, up to so many. Of more than these one stands for the rest:
 * the model is told by its result.
 */
export function madeCalls(
  calls: readonly Wanted[],
  most: number,
): readonly (Wanted & { readonly refused?: string })[] {
  const next = calls[most];
  if (!next) return calls;
  const refused = `An answer may make ${most} calls: ${calls.length - most} of ${calls.length} were not made.`;
  return [...calls.slice(0, most), { name: next.name, input: {}, refused }];
}
