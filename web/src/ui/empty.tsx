import type { ReactNode } from "react";

type EmptyProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
};

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed px-6 py-12 text-center">
      <span className="text-quiet">{icon}</span>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-prose text-quiet text-sm">{children}</div>}
    </div>
  );
}
