import type { ReactNode } from "react";

type FigureProps = { readonly name: string; readonly value: string; readonly note: ReactNode };

export function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="rounded-card border bg-surface p-4 shadow-card">
      <dt className="text-quiet text-xs">{name}</dt>
      <dd className="mt-1">
        <span className="block font-semibold text-2xl tabular-nums tracking-tight">{value}</span>
        <span className="text-quiet text-xs">{note}</span>
      </dd>
    </div>
  );
}
