import type { AnswerOf } from "../http/client/route.ts";
import { titled } from "./titled.ts";

/** What is attached, and what of it a model does not see. */
export function sessionPackLines({
  items,
  warnings,
}: AnswerOf<"GET /v1/sessions/:id/packs">): string[] {
  const shown = items.map(({ id, tools_enabled, changed }) =>
    [
      id,
      ...(tools_enabled ? ["tools enabled"] : []),
      ...(changed ? ["changed since it was attached"] : []),
    ].join(", "),
  );
  return [...titled("packs", shown), ...titled("notes", warnings)];
}
