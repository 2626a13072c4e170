import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleDot, ListChecks } from "lucide-react";
import { useMemo } from "react";
import { member } from "../api/json.ts";
import type { Message } from "../api/message.ts";
import { readTodos, type Todo, todosQuery } from "../api/todo.ts";
import { cx } from "../base/cx.ts";
import { Empty } from "../ui/empty.tsx";
import { Plain } from "../ui/plain.tsx";

type TodosPanelProps = { readonly sessionId: string; readonly messages: readonly Message[] };

const ICONS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };
const WORDS = { pending: "to do", in_progress: "in progress", completed: "done" };

/** The list is what the last call says; the working memory knows it even when that is long ago. */
export function TodosPanel({ sessionId, messages }: TodosPanelProps) {
  const called = useMemo(() => lastTodos(messages), [messages]);
  const isLong = messages.length > 0 && messages[0]?.turn !== 1;
  const { data } = useQuery({ ...todosQuery(sessionId), enabled: called === null && isLong });
  const todos = called ?? data;
  if (!todos || todos.length === 0) {
    return (
      <Empty icon={<ListChecks size={24} aria-hidden />} title="No tasks">
        When the agent plans work in steps, its list appears here.
      </Empty>
    );
  }
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <progress
          className="h-1.5 flex-1 overflow-hidden rounded-full"
          aria-label="Tasks done"
          value={done}
          max={todos.length}
        />
        <span className="text-quiet text-xs tabular-nums">
          {done} of {todos.length}
        </span>
      </div>
      <ul className="flex flex-col gap-2">
        {todos.map(({ content, activeForm, status }, index) => {
          const Icon = ICONS[status];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={index} className="flex items-start gap-2 text-sm">
              <Icon
                size={16}
                aria-hidden
                className={cx(
                  "mt-0.5 shrink-0",
                  status === "pending" ? "text-quiet" : "text-accent",
                )}
              />
              <span
                className={cx(
                  "min-w-0 [overflow-wrap:anywhere]",
                  status === "completed" && "text-quiet line-through",
                  status === "in_progress" && "font-medium",
                )}
              >
                <Plain text={status === "in_progress" ? activeForm : content} />
                <span className="sr-only"> ({WORDS[status]})</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function lastTodos(messages: readonly Message[]): readonly Todo[] | null {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const last = calls.findLast(({ tool_id }) => tool_id?.endsWith(":write_todos"));
  return last ? readTodos(member(last.input, "todos")) : null;
}
