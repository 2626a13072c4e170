import { cx } from "../base/cx.ts";
import { Plain } from "../ui/plain.tsx";

const MOST_LINES = 400;

export function isDiff(text: string): boolean {
  return /^(--- .*\n\+\+\+ |diff --git |@@ )/.test(text);
}

/** A unified diff; added and removed lines keep their signs, so colour is not all that tells. */
export function DiffText({ text }: { readonly text: string }) {
  const lines = text.split("\n");
  return (
    <div className="overflow-x-auto rounded-md bg-sunken py-1.5 font-mono text-sm">
      {lines.slice(0, MOST_LINES).map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move
          key={index}
          className={cx(
            "whitespace-pre-wrap px-2 [overflow-wrap:anywhere]",
            /^\+(?!\+\+ )/.test(line) && "bg-low-soft text-low",
            /^-(?!-- )/.test(line) && "bg-critical-soft text-critical",
            /^(@@|\+\+\+ |--- )/.test(line) && "text-quiet",
          )}
        >
          <Plain text={line || " "} />
        </div>
      ))}
      {lines.length > MOST_LINES && (
        <div className="px-2 text-quiet">{lines.length - MOST_LINES} more lines</div>
      )}
    </div>
  );
}
