import type { McpServer } from "../../../src/http/client/wire.ts";
import { DiffText } from "./diff-text.tsx";

type Drift = McpServer["changed"][number];

/** What a tool said before it changed, and what it says now: the words of its source. */
export function DriftParts({ parts }: Pick<Drift, "parts">) {
  return parts.map(({ part, before, after }) => (
    <div key={part} className="flex flex-col gap-1">
      <p className="text-quiet text-xs">{part}</p>
      <DiffText text={[...signed("-", before), ...signed("+", after)].join("\n")} />
    </div>
  ));
}

function signed(sign: "-" | "+", value: unknown): string[] {
  if (value === null) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.split("\n").map((line) => `${sign} ${line}`);
}
