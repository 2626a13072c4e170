import { type ReactNode, useEffect } from "react";
import { cx } from "../base/cx.ts";

type PageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

export function Page({ title, lead, actions, wide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Capstan`;
  }, [title]);
  return (
    // Positioned: what is hidden from the eye in it would make the window itself scroll.
    <div className="relative h-full overflow-y-auto">
      <div
        className={cx(
          "mx-auto flex flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8",
          wide ? "max-w-7xl" : "max-w-5xl",
        )}
      >
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 className="font-semibold text-xl tracking-tight [overflow-wrap:anywhere]">
              {title}
            </h1>
            {lead && <p className="mt-1 max-w-prose text-pretty text-quiet">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
