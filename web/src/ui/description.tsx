import { Plain } from "./plain.tsx";

/** Three lines of a description, which push what follows in a tile to its end. */
export function Description({ text }: { readonly text: string }) {
  return (
    <span className="flex-1">
      <span className="line-clamp-3 text-quiet text-sm [overflow-wrap:anywhere]">
        <Plain text={text} />
      </span>
    </span>
  );
}
