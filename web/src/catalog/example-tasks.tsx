import { Play } from "lucide-react";
import type { Tool } from "../api/tool.ts";
import { Card } from "../ui/card.tsx";
import { Plain } from "../ui/plain.tsx";

type ExampleTasksProps = {
  readonly tools: readonly Tool[];
  /** Opens the form of the tool that does it. */
  readonly onTry: (toolId: string) => void;
};

const MOST = 12;

/** What a person would say, and the form that does it. */
export function ExampleTasks({ tools, onTry }: ExampleTasksProps) {
  const tasks = tools.flatMap(({ tool_id, examples }) =>
    examples.slice(0, 1).map((text) => ({ tool_id, text: inWords(text) })),
  );
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="tasks" className="flex flex-col gap-3">
      <h2 id="tasks" className="font-semibold">
        What you can ask for
      </h2>
      <Card>
        <ul className="grid grid-cols-1 gap-1 sm:grid-cols-2">
          {tasks.slice(0, MOST).map(({ tool_id, text }) => (
            <li key={tool_id}>
              <button
                type="button"
                onClick={() => onTry(tool_id)}
                className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-accent-soft"
              >
                <Play size={13} aria-hidden className="shrink-0 text-quiet" />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <Plain text={text} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** "list the files in {path}" as a sentence: what stands in brackets, the form asks for. */
function inWords(example: string): string {
  const text = example.replaceAll(
    /\{(\w+)\}/g,
    (_slot, name: string) => `‹${name.replaceAll("_", " ")}›`,
  );
  return text.replace(/^./, (first) => first.toUpperCase());
}
