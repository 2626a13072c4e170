import type { JsonObject } from "../../../base/json.ts";

/** A configuration for the audit trail: names of variables and headers, without their values. */
export function shownConfig(config: JsonObject): JsonObject {
  const names = (value: unknown) => Object.keys((value ?? {}) as JsonObject);
  const { env, headers, ...rest } = config;
  return {
    ...rest,
    ...(env !== undefined && { env: names(env) }),
    ...(headers !== undefined && { headers: names(headers) }),
  };
}
