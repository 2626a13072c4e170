import { type ReactNode, useId } from "react";
import { Card } from "../ui/card.tsx";

type SettingCardProps = {
  readonly title: string;
  /** What they are called in settings.json. */
  readonly settings?: readonly string[];
  readonly children: ReactNode;
};

export function SettingCard({ title, settings = [], children }: SettingCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {settings.length > 0 && (
          <span className="text-quiet text-xs">
            in settings.json:{" "}
            {settings.map((name, index) => (
              <span key={name}>
                {index > 0 && ", "}
                <code className="font-mono">{name}</code>
              </span>
            ))}
          </span>
        )}
      </header>
      {children}
    </Card>
  );
}
