import type { McpServer } from "../http/client/wire.ts";
import { shorten, shortJson } from "./shorten.ts";

type Drift = McpServer["changed"][number];

const LENGTH = 400;

/** What a tool said before it changed, and what it says now: the words of its server. */
export function driftLines({ parts }: Pick<Drift, "parts">): string[] {
  return parts.flatMap(({ part, before, after }) => [
    `    ${part}`,
    `      before: ${textOf(before)}`,
    `      now:    ${textOf(after)}`,
  ]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? shorten(value, LENGTH) : shortJson(value, LENGTH);
}
