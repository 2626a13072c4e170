import { isJsonObject } from "../../base/json.ts";
import type { Session } from "../../http/client/wire.ts";
import { type Line, styled } from "../line.ts";

/** What a model has asked for, to be answered by the next line. */
export function fieldLines({ input_request: request }: Session): Line[] {
  if (request?.kind !== "fields" || request.invocation_id !== undefined) return [];
  return (request.fields ?? []).filter(isJsonObject).map(({ name, type, description }) => {
    const meaning = description ? `: ${description}` : "";
    return [styled("cyan", `  ${name}`), ` (${type})${meaning}`];
  });
}
