import { CopyButton } from "./copy-button.tsx";

/** Lines to take along. */
export function Example({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <figure className="overflow-hidden rounded-lg border bg-sunken">
      <figcaption className="flex h-8 items-center justify-between border-b pr-1 pl-3 text-quiet text-xs">
        {title}
        <CopyButton text={code} label={`Copy: ${title}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-3 py-2 font-mono text-sm">
        {code}
      </pre>
    </figure>
  );
}
