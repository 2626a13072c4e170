import type { McpServer } from "../../../src/http/client/wire.ts";
import { nameWords } from "../base/name-words.ts";
import { Card } from "../ui/card.tsx";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { DriftParts } from "../value/drift-parts.tsx";

/** Tools that say something else of themselves than before: answers remembered for them are void. */
export function ChangedTools({ changed }: Pick<McpServer, "changed">) {
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="changed" className="flex flex-col gap-3">
      <h2 id="changed" className="font-semibold">
        Tools that changed
      </h2>
      <p className="text-quiet text-sm">
        They say something else than when they were first met. What you had answered for them does
        not count any more: they ask again.
      </p>
      {changed.map(({ tool_id, changed_at, parts }) => (
        <Card key={tool_id} className="flex flex-col gap-2 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">
              <Plain text={nameWords(tool_id.split(":").slice(2).join(":"))} />
            </span>
            <Time at={changed_at} className="text-quiet text-xs" />
          </p>
          <DriftParts parts={parts} />
        </Card>
      ))}
    </section>
  );
}
