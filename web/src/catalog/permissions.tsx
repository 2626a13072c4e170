import type { Tool } from "../api/tool.ts";
import { cx } from "../base/cx.ts";
import { effectWords, gravestFirst, isGrave } from "../base/effect-words.ts";
import { nameWords } from "../base/name-words.ts";
import { Card } from "../ui/card.tsx";
import { Plain } from "../ui/plain.tsx";

/** What the tools of a capability may touch, and which of them does. */
export function Permissions({ tools }: { readonly tools: readonly Tool[] }) {
  if (tools.length === 0) return null;
  const byTag = new Map<string, string[]>();
  for (const { name, side_effect_tags: tags } of tools) {
    for (const tag of tags) byTag.set(tag, [...(byTag.get(tag) ?? []), nameWords(name)]);
  }
  const readers = tools.filter(({ behaviour }) => behaviour.read_only).length;
  return (
    <section aria-labelledby="permissions" className="flex flex-col gap-3">
      <h2 id="permissions" className="font-semibold">
        What it may touch
      </h2>
      <Card className="flex flex-col gap-3">
        {byTag.size === 0 ? (
          <p className="text-sm">
            Nothing outside itself: none of its tools declares an effect on files, the network,
            programs, data or money.
          </p>
        ) : (
          <ul className="flex flex-col gap-2">
            {gravestFirst([...byTag.keys()]).map((tag) => (
              <li key={tag} className="grid grid-cols-1 gap-x-4 text-sm sm:grid-cols-[16rem_1fr]">
                <span className={cx("font-medium", isGrave(tag) && "text-critical")}>
                  It {effectWords(tag)} <code className="font-mono text-quiet text-xs">{tag}</code>
                </span>
                <span className="text-quiet [overflow-wrap:anywhere]">
                  <Plain text={usersOf(byTag.get(tag) ?? [], tools.length)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="text-quiet text-xs">
          {readers === tools.length
            ? "None of its tools changes anything outside."
            : "Before a tool that changes something runs, policy decides whether you are asked."}
        </p>
      </Card>
    </section>
  );
}

const NAMED = 6;

function usersOf(names: readonly string[], all: number): string {
  if (names.length === all) return all === 1 ? (names[0] ?? "") : "All of its tools";
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
