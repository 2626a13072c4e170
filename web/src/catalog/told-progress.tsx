import { useQuery } from "@tanstack/react-query";
import { progressQuery } from "../api/tool.ts";
import { Plain } from "../ui/plain.tsx";

type ToldProgressProps = { readonly toolId: string; readonly messageId: string };

/** How far a running call has come, in its own words. */
export function ToldProgress({ toolId, messageId }: ToldProgressProps) {
  const { data: { message, done, total } = {} } = useQuery(progressQuery(toolId, messageId));
  const count = done === undefined ? "" : total === undefined ? `${done}` : `${done} of ${total}`;
  const words = [message, count].filter(Boolean).join(", ");
  if (words === "") return null;
  return (
    <div role="status" className="flex flex-col gap-1 text-quiet text-sm">
      <Plain text={words} />
      {done !== undefined && total !== undefined && total > 0 && (
        <progress aria-label="How far it has come" className="w-full" value={done} max={total} />
      )}
    </div>
  );
}
