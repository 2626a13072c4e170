import { TriangleAlert } from "lucide-react";
import { Plain } from "./plain.tsx";
import { useFew } from "./use-few.tsx";

type WarningsProps = { readonly title: string; readonly warnings: readonly string[] };

export function Warnings({ title, warnings }: WarningsProps) {
  const [shown, more] = useFew(warnings, 10);
  return (
    <div className="flex gap-2 rounded-lg bg-med-soft px-3 py-2 text-sm">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-med" />
      <div className="flex min-w-0 flex-1 flex-col gap-2 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{title}</strong>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {shown.map((warning) => (
            <li key={warning}>
              <Plain text={warning} />
            </li>
          ))}
        </ul>
        {more}
      </div>
    </div>
  );
}
